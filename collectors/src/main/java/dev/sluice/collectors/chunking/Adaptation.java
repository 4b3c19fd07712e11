package dev.sluice.collectors.chunking;

import dev.sluice.api.chunk.CloseReason;

/**
 * Moves the limits of chunks towards a goal for their delay: the largest chunks that hold it. For
 * one thread; {@link Observed} is shared.
 *
 * <p><b>Delay.</b> A chunk's delay is the time for which it is filled plus the time that encoding
 * and the sink take. The second part is measured, so the first may be what it leaves of the goal;
 * no search is needed. It is at most halved at a time, because a queue shows late, and grows
 * slowly.
 *
 * <p><b>A sink that cannot keep up</b> takes long because chunks queue. Chunks that are filled for
 * a shorter time would be more chunks and a longer queue. A queue that stands shows in the shortest
 * time of a period, as with CoDel (Nichols and Jacobson, "Controlling Queue Delay", ACM Queue
 * 10(5), 2012); what the sink takes without one is known from chunks that found it idle. While it
 * stands, the time between two completions is what the sink needs for a chunk: chunks are filled
 * for longer than that, and until the queue is gone for twice as long as it is. That lower bound is
 * lowered slowly, and given up where the sink takes as long without a queue: then it was far away,
 * and not behind. A sink that completes fewer chunks than it is given is behind as well, whatever
 * it took before: the first chunk may have waited for a connection. What it took while chunks
 * queued is forgotten when the queue has ended, or the delay would be lowered for it once more.
 *
 * <p><b>Records.</b> The delay bounds how long a chunk is filled, so a chunk that is full before
 * may have more records. They double while a quarter of the chunks is full, and halve where for
 * long no chunk was a quarter full, so that a flood after a calm does not begin with one large
 * chunk.
 */
final class Adaptation {
  private static final int FIRST_RECORDS = 1024;
  private static final long MIN_PERIOD_NANOS = 1_000_000_000L;

  /** Share of the goal that is aimed at, so that variations stay below the goal. */
  private static final double TARGET_SHARE = 0.95;

  private static final double STEP_UP = 1.25;
  private static final double STEP_DOWN = 2;
  private static final int QUIET_PERIODS = 8;
  private static final double UNTOUCHED = 0.05;
  private static final int MIN_PART = 16;
  private static final double SPARE = 1.2;
  private static final double BOUND_DECAY = 0.98;

  private final DelayGoal goal;
  private final ChunkLimits most;
  private final int firstRecords;
  private final long leastDelay;
  private final long period;
  private final Observed observed;
  private long decidedAt;

  /** Maximum time in nanoseconds for which chunks were filled that queued; 0 if none queued. */
  private double boundNanos;

  /** Minimum time in nanoseconds that the sink took when the bound was set. */
  private long queuedNanos;

  /** Whether chunks queued in the previous period. */
  private boolean standing;

  private int chunks;
  private int fullChunks;
  private int mostRows;
  private int quietPeriods;

  // Volatile for those that ask for the status; one thread writes.
  private volatile long raised;
  private volatile long lowered;

  /** Creates an adaptation within the limits of {@code most}. */
  Adaptation(DelayGoal goal, ChunkLimits most, Observed observed, long now) {
    this.goal = goal;
    this.most = most;
    this.observed = observed;
    this.firstRecords = Math.min(FIRST_RECORDS, most.records());
    this.leastDelay = Math.min(most.delayNanos(), goal.nanos() / MIN_PART);
    this.period = Math.max(MIN_PERIOD_NANOS, 2 * goal.nanos());
    this.decidedAt = now;
  }

  /** Returns the limits to begin with. */
  ChunkLimits first() {
    return new ChunkLimits(
        firstRecords, most.bytes(), Math.min(most.delayNanos(), goal.nanos() / 2));
  }

  /** Notes a chunk that closes with {@code rows} rows. */
  void closed(int rows, CloseReason reason) {
    chunks++;
    fullChunks += reason == CloseReason.RECORDS ? 1 : 0;
    mostRows = Math.max(mostRows, rows);
  }

  /** Returns the limits from now on: the same object if nothing changes. */
  ChunkLimits next(ChunkLimits limits, long now) {
    if (now - decidedAt < period || observed.chunks() == 0) {
      return limits;
    }
    decidedAt = now;
    Observed.Summary seen = observed.take(chunks);
    boolean queued = seen.behind() || queue(seen) > 0;
    if (standing && !queued && observed.sinkNanos(goal.quantile()) > goal.nanos()) {
      observed.forgetSink(); // it was the queue that took so long
    }
    standing = queued;
    int records = records(limits.records());
    long delay = delay(limits.delayNanos(), seen);
    chunks = 0;
    fullChunks = 0;
    mostRows = 0;
    count(Integer.compare(records, limits.records()));
    count(Long.compare(delay, limits.delayNanos()));
    return records == limits.records() && delay == limits.delayNanos()
        ? limits
        : new ChunkLimits(records, limits.bytes(), delay);
  }

  private void count(int direction) {
    raised += direction > 0 ? 1 : 0;
    lowered += direction < 0 ? 1 : 0;
  }

  private int records(int records) {
    quietPeriods = 4 * mostRows < records && !standing ? quietPeriods + 1 : 0;
    if (4 * fullChunks >= Math.max(1, chunks)) {
      return Math.min(most.records(), 2 * records);
    }
    return quietPeriods < QUIET_PERIODS ? records : Math.max(firstRecords, records / 2);
  }

  private long delay(long delay, Observed.Summary seen) {
    double left = TARGET_SHARE * goal.nanos() - observed.sinkNanos(goal.quantile());
    left = Math.max(delay / STEP_DOWN, Math.min(delay * STEP_UP, left));
    double want = Math.max(left, Math.max(bound(seen), 2.0 * queue(seen)));
    boolean same = Math.abs(want - delay) < UNTOUCHED * delay;
    return Math.max(leastDelay, Math.min(most.delayNanos(), same ? delay : (long) want));
  }

  /**
   * Returns the time for which chunks queued without a break; 0 if the queue was empty once, or
   * nearly.
   */
  private static long queue(Observed.Summary seen) {
    long queue = seen.leastNanos() - seen.calmNanos();
    return 2 * queue > seen.calmNanos() ? queue : 0;
  }

  private double bound(Observed.Summary seen) {
    boundNanos *= BOUND_DECAY;
    if (standing) {
      boundNanos = Math.max(boundNanos, SPARE * seen.spacingNanos());
      queuedNanos = seen.leastNanos();
    } else if (10 * seen.calmNanos() > 7 * queuedNanos) {
      boundNanos = 0;
    }
    return boundNanos;
  }

  long raised() {
    return raised;
  }

  long lowered() {
    return lowered;
  }
}
