package dev.sluice.collectors.chunking;

import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.spi.ChunkingStatus;

/**
 * Decides when a chunk closes and how long the pump may sleep. The caller repeats steps of {@link
 * #begin} if nothing waits, a drain of at most {@link #maxRecords} rows, {@link #drained} and
 * {@link #reason}; where that is null it calls {@link #look} and sleeps for {@link #pauseNanos}.
 * What became of a chunk it, or another thread, tells {@link #completed}. All times are nanoseconds
 * of one clock, which is the caller's. For one thread but for {@link #completed} and {@link
 * #status}; allocates nothing but new limits.
 */
public final class Chunking {
  private static final double QUANTILE = 0.99;

  /** Default maximum number of records of a chunk, see {@link #maxRecords}. */
  public static final int DEFAULT_MAX_RECORDS = 8192;

  private final int most;
  private final DelayGoal goal;
  private final Observed observed;

  /** The adaptation; null if limits stay as they are. */
  private final Adaptation adaptation;

  private final DrainPace pace;

  /** Limits now; written by the pump's thread, read by threads that ask for the status. */
  private volatile ChunkLimits limits;

  /** Time at which the ring was last known to have no row that was in it before. */
  private long seenEmptyAt;

  private long firstRowAt;
  private long dueAt;

  /**
   * Creates the chunking for the given limits; the ring was empty at {@code now}.
   *
   * @param limits at which a chunk closes
   * @param most records of a chunk that may have more than the limit, see {@link #maxRecords};
   *     without a goal at least as many as the limit
   * @param goal a delay to hold with the largest chunks within the limits; null for chunks that
   *     close at the limits
   */
  public Chunking(ChunkLimits limits, int most, DelayGoal goal, long now) {
    this.most = most;
    this.goal = goal;
    this.observed = new Observed(now);
    this.adaptation = goal == null ? null : new Adaptation(goal, limits, observed, now);
    this.limits = goal == null ? limits : adaptation.first();
    this.seenEmptyAt = now;
    this.pace = new DrainPace(limits.delayNanos(), limits.records(), now);
    pace.limits(this.limits);
  }

  /**
   * Returns the maximum number of records of a chunk. It is above the chunk's limit if that delays
   * no record: records that already wait, or that come fast, go into one chunk. Fewer chunks are
   * less work at a high load.
   */
  public int maxRecords() {
    return adaptation == null ? most : limits.records();
  }

  /** Returns the number of records with which a chunk closes. */
  private int closing() {
    return pace.isBusy() ? maxRecords() : limits.records();
  }

  /** Returns the maximum size of a chunk in bytes, header included. */
  public int bytes() {
    return limits.bytes();
  }

  /** Begins a new chunk, of which no row is drained yet. */
  public void begin(long now) {
    if (adaptation != null) {
      limits = adaptation.next(limits, now);
      pace.limits(limits);
    }
    // The oldest of the next rows was emitted after the last look at the ring.
    firstRowAt = seenEmptyAt;
  }

  /**
   * Notes that rows were drained.
   *
   * @param all whether nothing that was in the ring before stayed there
   */
  public void drained(boolean all, long now) {
    if (all) {
      seenEmptyAt = now; // otherwise the batch was too small, and what stayed in the ring is older
    }
  }

  /**
   * Returns the reason why the chunk closes now; null if it stays open.
   *
   * @param rows rows that it has, at least 1
   * @param room rows that it may have, by {@link #maxRecords} and the encoder
   * @param cut whether the next row does not fit its bytes
   * @param asked why it closes whatever it has, or null
   */
  public CloseReason reason(int rows, int room, boolean cut, CloseReason asked, long now) {
    long ageAt = firstRowAt + limits.delayNanos();
    CloseReason reason = now - ageAt >= 0 ? CloseReason.AGE : null;
    if (rows >= Math.min(room, closing())) {
      reason = CloseReason.RECORDS;
    } else if (cut) {
      reason = CloseReason.BYTES;
    } else if (asked != null) {
      reason = asked;
    }
    if (reason != null) {
      dueAt = now - ageAt >= 0 ? ageAt : now;
      if (adaptation != null) {
        adaptation.closed(rows, reason);
      }
    }
    return reason;
  }

  /** Returns the earliest time at which the first row of the chunk may have come. */
  public long firstRowAt() {
    return firstRowAt;
  }

  /**
   * Returns the time at which the chunk that {@link #reason} closes was due; it is in the past if
   * the caller came late.
   */
  public long dueAt() {
    return dueAt;
  }

  /** Notes that the sink has a chunk with these times; not called for a lost one. Any thread. */
  public void completed(long firstRowAt, long dueAt, long now) {
    observed.completed(now - firstRowAt, now - dueAt, now);
  }

  /** Returns the limits now, and the delays of the last seconds. Any thread. */
  public ChunkingStatus status() {
    ChunkLimits now = limits;
    double quantile = goal == null ? QUANTILE : goal.quantile();
    return new ChunkingStatus(
        now.records(),
        now.bytes(),
        now.delayNanos(),
        quantile,
        observed.delayNanos(quantile),
        goal == null ? 0 : goal.nanos(),
        adaptation == null ? 0 : adaptation.raised(),
        adaptation == null ? 0 : adaptation.lowered());
  }

  /** Measures the rate of rows before a sleep; {@code drained} is the number of rows so far. */
  public void measureRate(long drained, long now) {
    pace.measureRate(drained, now);
  }

  /** Returns whether rows come so fast that the pump stays awake. */
  public boolean isBusy() {
    return pace.isBusy();
  }

  /** Returns the nanoseconds to sleep; {@code open} is whether the chunk has rows already. */
  public long pauseNanos(boolean open, long now) {
    long nanos = pace.nanos();
    return open ? Math.min(nanos, Math.max(1, firstRowAt + limits.delayNanos() - now)) : nanos;
  }
}
