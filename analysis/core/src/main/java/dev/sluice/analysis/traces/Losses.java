package dev.sluice.analysis.traces;

import dev.sluice.analysis.StateCodec;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.DropCounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * When a producer lost records and why, from the headers of its chunks: drops are totals in each
 * header, so a rise tells between which two chunks they happened; chunks that are missing are holes
 * in the sequence. Headers are looked at in the order of their sequences: one that comes before
 * another waits for it, until that is given up. Times are those of records, in nanoseconds since
 * the epoch. For one thread.
 *
 * <p>At most {@value #MOST} losses are kept apart; the oldest are joined to one that lasts from the
 * first to the last of them, so that none is ever forgotten; it stays even if all of its chunks
 * come late.
 */
final class Losses {
  static final int MOST = 256;

  private final List<Loss> losses = new ArrayList<>();
  private final TreeMap<Long, EarlyChunk> waiting = new TreeMap<>();
  private final long id;
  private final LongConsumer listener;
  private String name;
  private long expected;
  private boolean begun;
  private long firstTime = Long.MAX_VALUE;
  private long lastTime = Long.MIN_VALUE;
  private boolean ended;
  private DropCounts dropped = DropCounts.NONE;

  /** Records lost between two times; the last time is open until the next chunk came. */
  private static final class Loss {
    private long from;
    private long to = Long.MAX_VALUE;
    private final Set<String> causes = new LinkedHashSet<>();
    private final EnumSet<Reason> reasons = EnumSet.noneOf(Reason.class);

    /** Sequences that are missing; none if {@code first > last}. */
    private long first = 0;

    private long last = -1;

    Loss(long from, Reason reason) {
      this.from = from;
      reasons.add(reason);
    }

    /** Whether it is for want of one of these chunks. */
    boolean isOf(long begin, long end) {
      return first <= end && begin <= last;
    }

    boolean overlaps(long begin, long end) {
      return from <= end && to >= begin;
    }

    void state(StateCodec codec) throws IOException {
      from = codec.number(from);
      to = codec.number(to);
      first = codec.number(first);
      last = codec.number(last);
      codec.constants(Reason.class, reasons);
      codec.texts(causes);
    }
  }

  /** {@code listener} is told the id at each loss. */
  Losses(long id, LongConsumer listener) {
    this.id = id;
    this.listener = listener;
  }

  long id() {
    return id;
  }

  /** Writes or reads all but the id. */
  void state(StateCodec codec) throws IOException {
    name = codec.text(name);
    expected = codec.number(expected);
    begun = codec.flag(begun);
    firstTime = codec.number(firstTime);
    lastTime = codec.number(lastTime);
    ended = codec.flag(ended);
    Map<String, Long> causes = new TreeMap<>(dropped.byLabel());
    codec.counts(causes);
    dropped = DropCounts.ofLabels(causes);
    int kept = codec.count(losses.size(), MOST + 1);
    for (int i = 0; i < kept; i++) {
      if (codec.isReading()) {
        losses.add(new Loss(0, Reason.GAP));
        losses.get(i).reasons.clear();
      }
      losses.get(i).state(codec);
    }
    EarlyChunk none = EarlyChunk.of(Accounting.of(0));
    for (EarlyChunk of : codec.each(waiting.values(), Integer.MAX_VALUE, none)) {
      EarlyChunk chunk = of.state(codec);
      waiting.put(chunk.first(), chunk);
    }
  }

  String name() {
    return name;
  }

  /** The largest record time of the chunks before the first missing one; the least if none. */
  long streamTime() {
    return lastTime;
  }

  /** Whether the newest chunk is the producer's last. */
  boolean isEnded() {
    return ended;
  }

  /** Of a producer without an end: from when on records may be missing, as chunks overlap. */
  long openFrom() {
    return firstTime == Long.MAX_VALUE ? Long.MIN_VALUE : firstTime;
  }

  /** How many chunks wait for one that is missing. */
  int waiting() {
    return waiting.size();
  }

  /** Whether the chunk of that sequence was looked at, so that nothing before it can come. */
  boolean hasPassed(long sequence) {
    return sequence < expected;
  }

  /** Whether one of these chunks is missing and not waited for any more. */
  boolean isGivenUp(long first, long last) {
    return losses.stream().anyMatch(loss -> loss.isOf(first, last));
  }

  /**
   * A chunk came, which did not come before.
   *
   * @return it, if it waits for a missing one; else null
   */
  EarlyChunk chunk(Accounting chunk) {
    name = chunk.producerName();
    EarlyChunk came = EarlyChunk.of(chunk);
    if (came.first() < expected) {
      late(came);
    }
    if (came.first() > expected) {
      waiting.merge(
          came.first(), came, (one, other) -> one.sequence() > other.sequence() ? one : other);
      return came;
    }
    if (came.sequence() >= expected) {
      next(came);
    }
    return null;
  }

  /**
   * Looks at the next of the chunks that wait.
   *
   * @param given whether missing ones before it are given up
   * @return it, or null if there is none, or one before it is missing
   */
  EarlyChunk next(boolean given) {
    if (waiting.isEmpty() || !given && waiting.firstKey() > expected) {
      return null;
    }
    EarlyChunk chunk = waiting.pollFirstEntry().getValue();
    if (chunk.sequence() >= expected) {
      next(chunk);
    }
    return chunk;
  }

  /** The chunk of that sequence, or one that replaces it, if it came and waits; else null. */
  EarlyChunk waiting(long sequence) {
    Map.Entry<Long, EarlyChunk> entry = waiting.floorEntry(sequence);
    return entry == null || entry.getValue().sequence() < sequence ? null : entry.getValue();
  }

  /** Whether the newest of the chunks that wait is that much later than the first of them. */
  boolean isWaitingLonger(long nanos) {
    for (EarlyChunk chunk : waiting.values()) {
      if (chunk.hasTime()) {
        long newest = waiting.lastEntry().getValue().lastTime();
        return newest > chunk.lastTime() && newest - nanos > chunk.lastTime();
      }
    }
    return false;
  }

  private void next(EarlyChunk chunk) {
    // Chunks overlap in time: what is missing may be as old as the first record of a neighbour.
    long oldest = Math.min(firstTime, chunk.firstTime());
    long from = begun && oldest < Long.MAX_VALUE ? oldest : Long.MIN_VALUE;
    if (chunk.hasTime()) {
      for (int i = losses.size() - 1; i >= 0 && losses.get(i).to == Long.MAX_VALUE; i--) {
        losses.get(i).to = Math.max(chunk.lastTime(), losses.get(i).from);
      }
      firstTime = chunk.firstTime();
      lastTime = Math.max(lastTime, chunk.lastTime());
    }
    if (chunk.first() > expected) {
      Loss gap = new Loss(from, begun ? Reason.GAP : Reason.BEFORE_START);
      gap.first = expected;
      gap.last = chunk.first() - 1;
      gap.to = chunk.hasTime() ? Math.max(gap.from, lastTime) : Long.MAX_VALUE;
      add(gap);
    }
    begun = true;
    expected = chunk.sequence() + 1;
    ended = chunk.end();
    DropCounts more = chunk.dropped().since(dropped);
    if (!more.equals(DropCounts.NONE)) {
      dropped = dropped.max(chunk.dropped());
      Loss drop = new Loss(from, Reason.DROPPED);
      drop.causes.addAll(more.byLabel().keySet());
      add(drop); // it may have happened until the next chunk
    }
  }

  private void add(Loss loss) {
    losses.add(loss);
    join();
    listener.accept(id);
  }

  /** A chunk that may have been given up came, or one that replaces such chunks. */
  private void late(EarlyChunk chunk) {
    for (int i = losses.size() - 1; i >= 0; i--) {
      Loss loss = losses.get(i);
      if (!loss.isOf(chunk.first(), chunk.sequence())) {
        continue;
      }
      // Chunks overlap in time: what is still missing may be as old as before.
      Loss later = new Loss(loss.from, Reason.GAP);
      later.to = loss.to;
      later.first = chunk.sequence() + 1;
      later.last = loss.last;
      loss.last = chunk.first() - 1;
      if (later.first <= later.last) {
        losses.add(i + 1, later);
      }
      if (loss.first > loss.last) {
        losses.remove(i);
      }
    }
    join();
  }

  private void join() {
    if (losses.size() <= MOST) {
      return;
    }
    Loss oldest = losses.remove(0);
    Loss next = losses.get(0);
    next.from = Math.min(oldest.from, next.from);
    next.to = Math.max(oldest.to, next.to);
    next.reasons.addAll(oldest.reasons);
    next.causes.addAll(oldest.causes);
    next.first = 0;
    next.last = -1;
  }

  /** All that are kept, the oldest first. */
  Stream<LossTimes.Lost> all() {
    return losses.stream()
        .map(loss -> new LossTimes.Lost(id, loss.from, loss.to, loss.reasons, loss.causes));
  }

  /** Whether records of that time may be lost. */
  boolean any(long begin, long end) {
    for (int i = losses.size() - 1; i >= 0; i--) {
      if (losses.get(i).overlaps(begin, end)) {
        return true;
      }
    }
    return false;
  }

  /** Adds to the trace why and when records were lost in that time. */
  void collect(long begin, long end, Trace trace) {
    for (Loss loss : losses) {
      if (loss.overlaps(begin, end)) {
        trace.reasons.addAll(loss.reasons);
        trace.causes.addAll(loss.causes);
        trace.lostFrom = Math.min(trace.lostFrom, loss.from);
        trace.lostUntil = Math.max(trace.lostUntil, loss.to);
      }
    }
  }
}
