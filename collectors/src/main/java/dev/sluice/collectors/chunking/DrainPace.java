package dev.sluice.collectors.chunking;

/** Time that the pump may sleep, by the rate at which rows come. Pump only. */
final class DrainPace {
  /** Maximum sleep in nanoseconds if nothing happens. A ring that fills wakes the pump earlier. */
  static final long IDLE_NANOS = 200_000_000;

  /**
   * Sleep in nanoseconds while many rows arrive: waking a processor that went to sleep may take as
   * long as a ring takes to fill, and emitting threads need not wake it.
   */
  private static final long NAP_NANOS = 100_000;

  /** Minimum time in nanoseconds over which the rate of rows is measured. */
  private static final long MIN_MEASURE_NANOS = 1_000_000;

  /**
   * Number of rows since the last sleep, within the measured time, from which the pump only naps.
   */
  private static final int BUSY_ROWS = 256;

  private static final long BUSY_NANOS_PER_ROW = 2_000;

  private long delayNanos;
  private int chunkRecords;
  private long drainedBefore;
  private long lookedAt;
  private long nanosPerRow = Long.MAX_VALUE;
  private boolean napping;

  /**
   * Creates a pace for chunks of at most {@code chunkRecords} that wait at most {@code delayNanos}.
   */
  DrainPace(long delayNanos, int chunkRecords, long now) {
    this.delayNanos = delayNanos;
    this.chunkRecords = chunkRecords;
    this.lookedAt = now;
  }

  /** Sets the limits at which chunks close from now on. */
  void limits(ChunkLimits limits) {
    delayNanos = limits.delayNanos();
    chunkRecords = limits.records();
  }

  /** Measures the rate before a sleep; {@code drained} is the number of rows so far. */
  void measureRate(long drained, long now) {
    long rows = drained - drainedBefore;
    long slept = now - lookedAt;
    if (slept >= MIN_MEASURE_NANOS) {
      nanosPerRow = rows == 0 ? Long.MAX_VALUE : slept / rows;
    }
    napping = rows >= BUSY_ROWS && nanosPerRow <= BUSY_NANOS_PER_ROW;
    drainedBefore = drained;
    lookedAt = now;
  }

  /** Returns whether rows come so fast that the pump stays awake. */
  boolean isBusy() {
    return napping;
  }

  // How old the rows are that a full chunk leaves in the ring is known only from the last look.
  // Where a chunk is full before its time is over, looks are so close that these rows can wait for
  // a chunk of their own.
  /** Returns the nanoseconds to sleep while no batch waits. */
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
