package dev.sluice.analysis.statistics;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/**
 * How long executions took, in nanoseconds. A sum that would be larger than a {@code long} stays at
 * its maximum. For one thread.
 */
public final class Durations {
  /** Significant decimal digits of quantiles: an error of at most 1 %. */
  private static final int DIGITS = 2;

  /** Longer times are counted as this one in quantiles: 104 days. */
  private static final long LONGEST = 1L << 53;

  private final Histogram latencies;
  private long calls;
  private long failed;
  private long total;
  private long min = Long.MAX_VALUE;
  private long max;

  /**
   * Of no execution.
   *
   * @param packed whether quantiles take little memory and more time
   */
  public Durations(boolean packed) {
    latencies = packed ? new PackedHistogram(DIGITS) : new Histogram(DIGITS);
  }

  /** An execution took that long, at least 0. */
  public void add(long nanos, boolean hasFailed) {
    calls++;
    failed += hasFailed ? 1 : 0;
    total = sum(total, nanos);
    min = Math.min(min, nanos);
    max = Math.max(max, nanos);
    latencies.recordValue(Math.min(nanos, LONGEST));
  }

  /** Adds what another partition has. */
  public void merge(Durations other) {
    calls += other.calls;
    failed += other.failed;
    total = sum(total, other.total);
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
    latencies.add(other.latencies);
  }

  /** The sum of two numbers that are not negative, at most {@code Long.MAX_VALUE}. */
  static long sum(long one, long other) {
    long sum = one + other;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** Executions that ended. */
  public long calls() {
    return calls;
  }

  /** Those of them that ended with an exception. */
  public long failed() {
    return failed;
  }

  /** The time of all. */
  public long total() {
    return total;
  }

  /** The shortest; 0 if there was none. */
  public long min() {
    return calls == 0 ? 0 : min;
  }

  /** The longest. */
  public long max() {
    return max;
  }

  /** The mean; 0 if there was none. */
  public double mean() {
    return calls == 0 ? 0 : (double) total / calls;
  }

  /** The time that a part of all executions, 0 to 1, did not exceed; 1 % too long at most. */
  public long quantile(double part) {
    return Math.min(latencies.getValueAtPercentile(100 * part), max);
  }

  /** All times, not to be changed. */
  public Histogram latencies() {
    return latencies;
  }
}
