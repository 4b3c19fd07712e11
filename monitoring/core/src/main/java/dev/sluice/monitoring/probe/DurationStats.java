package dev.sluice.monitoring.probe;

/** Executions of an operation that go into one record. Not for several threads at a time. */
class DurationStats {
  /** How many; a {@link ThreadCell} counts in its version. */
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

  /** Their durations; null if nobody asked for it. Never replaced once there is one. */
  DurationHistogram histogram;

  /** One more execution; {@link #count}, {@link #start} and {@link #end} are the caller's. */
  final void include(long duration, boolean failed) {
    // First, for it may fail: a stack overflow in code that is not yet compiled.
    if (histogram != null) {
      histogram.add(duration);
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

  /** Takes the executions of another batch, which has some. */
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
  }

  /** The batch lasts at least from one instant to another. */
  final void span(long from, long to) {
    // Instants are compared by their difference: nanoTime may overflow.
    start = count == 0 || from - start < 0 ? from : start;
    end = count == 0 || to - end > 0 ? to : end;
  }

  /** No executions. */
  final void clear() {
    count = 0;
    sum = 0;
    exceptions = 0;
    min = Long.MAX_VALUE;
    max = Long.MIN_VALUE;
    if (histogram != null) {
      histogram.clear();
    }
  }
}
