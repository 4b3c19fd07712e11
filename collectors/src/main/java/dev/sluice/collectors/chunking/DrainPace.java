package dev.sluice.collectors.chunking;

/** How long the pump may sleep, by the rate at which rows come. Pump only. */
final class DrainPace {
  /** Longest sleep when nothing happens. A ring that fills wakes the pump earlier. */
  static final long IDLE_NANOS = 200_000_000;

  /**
   * While many rows arrive the pump only naps: waking a processor that went to sleep may take as
   * long as a ring takes to fill, and emitting threads need not wake it.
   */
  private static final long NAP_NANOS = 100_000;

  /** A shorter look at the ring does not tell at what rate rows come. */
  private static final long SHORTEST_LOOK_NANOS = 1_000_000;

  /** Rows since the last sleep, and time from one to the next, with which the pump only naps. */
  private static final int BUSY_ROWS = 256;

  private static final long BUSY_NANOS_PER_ROW = 2_000;

  private long delayNanos;
  private int chunkRecords;
  private long drainedBefore;
  private long lookedAt;
  private long nanosPerRow = Long.MAX_VALUE;
  private boolean napping;

  /** A pace for chunks of at most {@code chunkRecords} that wait at most {@code delayNanos}. */
  DrainPace(long delayNanos, int chunkRecords, long now) {
    this.delayNanos = delayNanos;
    this.chunkRecords = chunkRecords;
    this.lookedAt = now;
  }

  /** From now on chunks close at other limits. */
  void limits(ChunkLimits limits) {
    delayNanos = limits.delayNanos();
    chunkRecords = limits.records();
  }

  /** Looks at the rate before a sleep; {@code drained} rows so far. */
  void look(long drained, long now) {
    long rows = drained - drainedBefore;
    long slept = now - lookedAt;
    if (slept >= SHORTEST_LOOK_NANOS) {
      nanosPerRow = rows == 0 ? Long.MAX_VALUE : slept / rows;
    }
    napping = rows >= BUSY_ROWS && nanosPerRow <= BUSY_NANOS_PER_ROW;
    drainedBefore = drained;
    lookedAt = now;
  }

  /** Whether rows come so fast that the pump stays awake. */
  boolean isNapping() {
    return napping;
  }

  // How old the rows are that a full chunk leaves in the ring is known only from the last look.
  // Where a chunk is full before its time is over, looks are so close that these rows can wait for
  // a chunk of their own.
  /** How long to sleep while no batch waits. */
  long nanos() {
    if (napping) {
      return NAP_NANOS;
    }
    long look = delayNanos;
    if (nanosPerRow < delayNanos / chunkRecords) {
      long spare = delayNanos - nanosPerRow * chunkRecords / 8 * 9;
      look = Math.max(delayNanos / 4, Math.min(delayNanos / 2, spare));
    }
    return Math.min(IDLE_NANOS, look);
  }
}
