package dev.sluice.collectors.chunking;

import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.spi.ChunkingStatus;

/**
 * Decides when a chunk closes and how long whoever fills it may sleep. The caller repeats steps of
 * {@link #begin} if nothing waits, a drain of at most {@link #most} rows, {@link #drained} and
 * {@link #reason}; where that is null it calls {@link #look} and sleeps for {@link #pauseNanos}.
 * What became of a chunk it, or another thread, tells {@link #completed}. All times are nanoseconds
 * of one clock, which is the caller's. For one thread but for {@link #completed} and {@link
 * #status}; allocates nothing but new limits.
 */
public final class Chunking {
  private static final double QUANTILE = 0.99;

  /** Most records of a chunk unless configured otherwise, see {@link #most}. */
  public static final int MOST_RECORDS = 8192;

  private final int most;
  private final DelayGoal goal;
  private final Observed observed;

  /** Null where limits stay as they are. */
  private final Adaptation adaptation;

  private final DrainPace pace;

  /** Written by the one thread, for those that ask for the status. */
  private volatile ChunkLimits limits;

  /** When the ring was last seen without a row that was in it before. */
  private long seenEmptyAt;

  private long firstRowAt;
  private long dueAt;

  /**
   * Chunks that close at limits; the ring was empty at {@code now}.
   *
   * @param limits at which a chunk closes
   * @param most records of a chunk that may have more than the limit, see {@link #most}; without a
   *     goal at least as many as the limit
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
   * Records of a chunk at most. More than its limit where that delays nobody: what waits already
   * goes into one chunk, and so does what comes fast. Fewer chunks are less work just when there is
   * much.
   */
  public int most() {
    return adaptation == null ? most : limits.records();
  }

  /** Records with which a chunk closes. */
  private int closing() {
    return pace.isNapping() ? most() : limits.records();
  }

  /** Bytes of a chunk at most, header included. */
  public int bytes() {
    return limits.bytes();
  }

  /** A new chunk begins: none of its rows is drained yet. */
  public void begin(long now) {
    if (adaptation != null) {
      limits = adaptation.next(limits, now);
      pace.limits(limits);
    }
    // The oldest of the next rows was emitted after the last look at the ring.
    firstRowAt = seenEmptyAt;
  }

  /**
   * Rows were drained.
   *
   * @param all whether nothing that was in the ring before stayed there
   */
  public void drained(boolean all, long now) {
    if (all) {
      seenEmptyAt = now; // otherwise the batch was too small, and what stayed in the ring is older
    }
  }

  /**
   * Why the chunk closes now; null if it stays open.
   *
   * @param rows rows that it has, at least 1
   * @param room rows that it may have, by {@link #most} and the encoder
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

  /** When the first row of the chunk came, at the earliest. */
  public long firstRowAt() {
    return firstRowAt;
  }

  /** When the chunk that {@link #reason} closes was to close: before, if the caller came late. */
  public long dueAt() {
    return dueAt;
  }

  /** The sink has a chunk with these times; not for one that was lost. Any thread. */
  public void completed(long firstRowAt, long dueAt, long now) {
    observed.completed(now - firstRowAt, now - dueAt, now);
  }

  /** The limits now, and the delays of the last seconds. Any thread. */
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

  /** Looks at the rate of rows before a sleep; {@code drained} rows so far. */
  public void look(long drained, long now) {
    pace.look(drained, now);
  }

  /** Whether rows come so fast that the pump stays awake. */
  public boolean isNapping() {
    return pace.isNapping();
  }

  /** How long to sleep; {@code open} is whether the chunk has rows already. */
  public long pauseNanos(boolean open, long now) {
    long nanos = pace.nanos();
    return open ? Math.min(nanos, Math.max(1, firstRowAt + limits.delayNanos() - now)) : nanos;
  }
}
