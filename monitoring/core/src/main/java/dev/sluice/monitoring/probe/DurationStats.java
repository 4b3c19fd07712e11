package dev.sluice.monitoring.probe;

import dev.sluice.monitoring.metrics.DurationBuckets;
import java.util.Arrays;

/**
 * Count, sum, minimum and maximum of the executions of an operation that go into one record. For
 * one thread at a time.
 */
class DurationStats {
  /** Number of executions; a {@link ThreadCell} counts in its version. */
  long count;

  /** Sum of the executions' durations, in nanoseconds. */
  long sum;

  long min = Long.MAX_VALUE;
  long max = Long.MIN_VALUE;

  /** Number of executions that ended with an exception. */
  long exceptions;

  /** Instant that is not after the end of the first execution. */
  long start;

  /** Instant of the end of the last execution. */
  long end;

  /** Histogram of the durations, or null if none is wanted. Never replaced. */
  DurationHistogram histogram;

  /** Number of executions in each bucket of metrics, or null if these are off. Never replaced. */
  long[] buckets;

  /** Adds an execution; the caller sets {@link #count}, {@link #start} and {@link #end}. */
  final void include(long duration, boolean failed) {
    // First, for it may fail: a stack overflow in code that is not yet compiled.
    if (histogram != null) {
      histogram.add(duration);
    }
    if (buckets != null) {
      buckets[DurationBuckets.of(duration)]++;
    }
    sum += duration;
    if (duration < min) {
      min = duration;
    }
    if (duration > max) {
      max = duration;
    }
    if (failed) {
      exceptions++;
    }
  }

  /** Adds the numbers of one array to those of another one of equal length. */
  static void add(long[] more, long[] to) {
    for (int i = 0; i < to.length; i++) {
      to[i] += more[i];
    }
  }

  /** Adds the executions of {@code other}, at least one. */
  final void merge(DurationStats other) {
    span(other.start, other.end);
    count += other.count;
    sum += other.sum;
    exceptions += other.exceptions;
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
    if (histogram != null && other.histogram != null) {
      histogram.addAll(other.histogram);
    }
    if (buckets != null) {
      add(other.buckets, buckets);
    }
  }

  /**
   * Extends the time from {@link #start} to {@link #end} so that it includes {@code from} and
   * {@code to}.
   */
  final void span(long from, long to) {
    // Instants are compared by their difference: nanoTime may overflow.
    start = count == 0 || from - start < 0 ? from : start;
    end = count == 0 || to - end > 0 ? to : end;
  }

  /** Removes all executions. */
  final void clear() {
    count = 0;
    sum = 0;
    exceptions = 0;
    min = Long.MAX_VALUE;
    max = Long.MIN_VALUE;
    if (buckets != null) {
      Arrays.fill(buckets, 0);
    }
    if (histogram != null) {
      histogram.clear();
    }
  }
}
