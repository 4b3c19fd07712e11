package dev.sluice.analysis.traces;

import dev.sluice.analysis.StateCodec;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.DropCounts;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * What of a chunk is to be known when those before it came. For one thread; times are nanoseconds
 * since the epoch, without records {@code firstTime} is later than {@code lastTime}.
 */
final class EarlyChunk {
  private static final long[] NONE = {};

  private final long first;
  private final long sequence;
  private final boolean end;
  private final long firstTime;
  private final long lastTime;
  private final DropCounts dropped;
  private long[] ended = NONE;

  private EarlyChunk(
      long first, long sequence, boolean end, long firstTime, long lastTime, DropCounts dropped) {
    this.first = first;
    this.sequence = sequence;
    this.end = end;
    this.firstTime = firstTime;
    this.lastTime = lastTime;
    this.dropped = dropped;
  }

  static EarlyChunk of(Accounting chunk) {
    boolean timed = chunk.hasTime();
    return new EarlyChunk(
        chunk.firstSequence(),
        chunk.sequence(),
        chunk.end(),
        timed ? chunk.firstTime() + chunk.clockOffset() : Long.MAX_VALUE,
        timed ? chunk.lastTime() + chunk.clockOffset() : Long.MIN_VALUE,
        chunk.dropped());
  }

  /** Writes {@code chunk}, or reads one. */
  static EarlyChunk state(StateCodec codec, EarlyChunk chunk) throws IOException {
    EarlyChunk of = chunk == null ? of(Accounting.of(0)) : chunk;
    long first = codec.number(of.first);
    long sequence = codec.number(of.sequence);
    boolean end = codec.flag(of.end);
    long firstTime = codec.number(of.firstTime);
    long lastTime = codec.number(of.lastTime);
    Map<String, Long> dropped = new TreeMap<>(of.dropped.byLabel());
    codec.counts(dropped);
    EarlyChunk read =
        new EarlyChunk(first, sequence, end, firstTime, lastTime, DropCounts.ofLabels(dropped));
    read.ended = codec.numbers(of.ended, of.ended.length);
    return chunk == null ? read : chunk;
  }

  long first() {
    return first;
  }

  long sequence() {
    return sequence;
  }

  boolean end() {
    return end;
  }

  boolean hasTime() {
    return firstTime <= lastTime;
  }

  long firstTime() {
    return firstTime;
  }

  long lastTime() {
    return lastTime;
  }

  DropCounts dropped() {
    return dropped;
  }

  /** The ids of the traces that ended in it. */
  long[] ended() {
    return ended;
  }

  void ended(long[] ids) {
    ended = ids;
  }
}
