package dev.sluice.analysis.traces;

import dev.sluice.analysis.StateCodec;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.DropCounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What of a chunk is to be known when those before it came. For one thread.
 *
 * @param firstTime in nanoseconds since the epoch; later than {@code lastTime} without records
 * @param ended the ids of the traces that ended in it, added while it waits
 */
record EarlyChunk(
    long first,
    long sequence,
    boolean end,
    long firstTime,
    long lastTime,
    DropCounts dropped,
    List<Long> ended) {
  static EarlyChunk of(Accounting chunk) {
    return new EarlyChunk(
        chunk.firstSequence(),
        chunk.sequence(),
        chunk.end(),
        chunk.hasTime() ? chunk.firstTime() + chunk.clockOffset() : Long.MAX_VALUE,
        chunk.hasTime() ? chunk.lastTime() + chunk.clockOffset() : Long.MIN_VALUE,
        chunk.dropped(),
        new ArrayList<>());
  }

  boolean hasTime() {
    return firstTime <= lastTime;
  }

  /** Writes this one, or reads another. */
  EarlyChunk state(StateCodec codec) throws IOException {
    Map<String, Long> drops = new TreeMap<>(dropped.byLabel());
    codec.counts(drops);
    long[] ids = ended.stream().mapToLong(Long::longValue).toArray();
    return new EarlyChunk(
        codec.number(first),
        codec.number(sequence),
        codec.flag(end),
        codec.number(firstTime),
        codec.number(lastTime),
        DropCounts.ofLabels(drops),
        new ArrayList<>(Arrays.stream(codec.numbers(ids, ids.length)).boxed().toList()));
  }
}
