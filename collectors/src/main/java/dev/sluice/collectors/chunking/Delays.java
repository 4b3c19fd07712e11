package dev.sluice.collectors.chunking;

import java.util.Arrays;

/**
 * Histogram of the delays of the last two windows, with an error of at most 3 %. Buckets whose
 * width grows with the delay, 32 to each doubling, as in HdrHistogram; no dependency and nothing
 * allocated after the start. For one thread at a time.
 */
final class Delays {
  private static final int UNIT_BITS = 10; // the unit is 1 024 ns
  private static final int BITS = 5;
  private static final int HALF = 1 << BITS;
  private static final long MAX_DELAY_NANOS = 1L << 36; // 19 hours
  private static final int BUCKETS = bucket(MAX_DELAY_NANOS) + 1;

  private int[] current = new int[BUCKETS];
  private int[] previous = new int[BUCKETS];
  private int count;
  private int previousCount;

  void add(long nanos) {
    long units = Math.max(0, Math.min(MAX_DELAY_NANOS, nanos >> UNIT_BITS));
    current[bucket(units)]++;
    count++;
  }

  private static int bucket(long units) {
    int shift = Math.max(0, Long.SIZE - BITS - 1 - Long.numberOfLeadingZeros(units));
    return (shift << BITS) + (int) (units >> shift);
  }

  /** Returns the number of delays in the current window. */
  int count() {
    return count;
  }

  /** Starts a new window; the current one becomes the previous one, which is dropped. */
  void rotate() {
    int[] oldest = previous;
    previous = current;
    previousCount = count;
    Arrays.fill(oldest, 0);
    current = oldest;
    count = 0;
  }

  /**
   * Returns the delay in nanoseconds that a share of {@code quantile} does not exceed; 0 if there
   * are no delays.
   */
  long quantile(double quantile) {
    long rank = (long) Math.ceil(quantile * (count + previousCount));
    for (int bucket = 0; rank > 0; bucket++) {
      rank -= current[bucket] + previous[bucket];
      if (rank <= 0) {
        return end(bucket) << UNIT_BITS;
      }
    }
    return 0;
  }

  /** Returns the first value above those of a bucket. */
  private static long end(int bucket) {
    int shift = Math.max(0, (bucket >> BITS) - 1);
    return bucket - ((long) shift << BITS) + 1 << shift;
  }
}
