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

  /** Sum of their durations, in nanoseconds. */
  long sum;

  long min = Long.MAX_VALUE;
  long max = Long.MIN_VALUE;

  /** How many of them ended with an exception. */
  long exceptions;

  /** An instant not after the first of them ended. */
  long start;

  /** When the last of them ended. */
  long end;

  /** Histogram of their durations, or null if none was asked for. Never replaced. */
  DurationHistogram histogram;

  /** How many are in each of the buckets of metrics, or null if these are off. Never replaced. */
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

  /** Adds the numbers of others, of the same length. */
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
