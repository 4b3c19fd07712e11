package dev.sluice.monitoring.probe;

import java.nio.ByteBuffer;

/**
 * Histogram of durations in buckets that grow with the duration; its memory is fixed. One thread at
 * a time, except that {@link #addAll} may read a histogram that its thread is just writing: it may
 * then give anything or throw, but must end.
 */
public interface DurationHistogram {
  /**
   * Counts a duration; allocates nothing, never throws.
   *
   * @param nanos nanoseconds; below 0 counted as 0, beyond the range as the end of the range
   */
  void add(long nanos);

  /** Adds the counts of another histogram of the same provider and digits; allocates nothing. */
  void addAll(DurationHistogram other);

  /** Sets all counts to 0. */
  void clear();

  /**
   * Writes the counts in HdrHistogram's V2 encoding, not compressed.
   *
   * @param target with at least {@link #maxEncodedBytes} bytes left
   * @return bytes written
   */
  int encode(ByteBuffer target);

  /** Returns an upper bound of the bytes that {@link #encode} writes. */
  int maxEncodedBytes();

  /** Factory of histograms; found by {@link java.util.ServiceLoader}. Any thread. */
  interface Provider {
    /**
     * Returns an empty histogram.
     *
     * @param digits significant decimal digits, 1 or 2
     */
    DurationHistogram create(int digits);

    /** Returns the number of bytes of memory of a histogram. */
    int bytes(int digits);
  }
}
