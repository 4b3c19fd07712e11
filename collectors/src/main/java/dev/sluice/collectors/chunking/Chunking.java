package dev.sluice.collectors.chunking;

import dev.sluice.api.chunk.CloseReason;

/**
 * Decides when a chunk closes and how long whoever fills it may sleep. The caller repeats steps of
 * {@link #begin} if nothing waits, a drain of at most {@link #records} rows, {@link #drained} and
 * {@link #reason}; where that is null it calls {@link #look} and sleeps for {@link #pauseNanos}.
 * All times are nanoseconds of one clock, which is the caller's. For one thread; allocates nothing.
 */
public final class Chunking {
  private final ChunkLimits limits;
  private final DrainPace pace;

  /** When the ring was last seen without a row that was in it before. */
  private long seenEmptyAt;

  private long firstRowAt;

  /** Chunks that close at these limits; the ring was empty at {@code now}. */
  public Chunking(ChunkLimits limits, long now) {
    this.limits = limits;
    this.seenEmptyAt = now;
    this.pace = new DrainPace(limits.delayNanos(), limits.records(), now);
  }

  /** Records of a chunk at most. */
  public int records() {
    return limits.records();
  }

  /** Bytes of a chunk at most, header included. */
  public int bytes() {
    return limits.bytes();
  }

  /** A new chunk begins: none of its rows is drained yet. */
  public void begin() {
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
   * @param full whether it has as many records as it may have
   * @param cut whether the next row does not fit its bytes
   * @param asked why it closes whatever it has, or null
   */
  public CloseReason reason(boolean full, boolean cut, CloseReason asked, long now) {
    if (full) {
      return CloseReason.RECORDS;
    }
    if (cut) {
      return CloseReason.BYTES;
    }
    if (asked != null) {
      return asked;
    }
    return now - firstRowAt >= limits.delayNanos() ? CloseReason.AGE : null;
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
