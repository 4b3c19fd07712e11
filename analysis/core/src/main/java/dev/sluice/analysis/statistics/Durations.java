package dev.sluice.analysis.statistics;

import static dev.sluice.analysis.calls.Times.sum;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.calls.Times;
import dev.sluice.analysis.traces.Aggregate;
import java.io.IOException;

/**
 * How long executions took, in nanoseconds. A sum that would be larger than a {@code long} stays at
 * its maximum. For one thread.
 */
public final class Durations {
  private final Times times = new Times();
  private long calls;
  private long failed;
  private long total;
  private long min = Long.MAX_VALUE;
  private long max;

  /** An execution took that long, at least 0. */
  public void add(long nanos, boolean hasFailed) {
    calls++;
    failed += hasFailed ? 1 : 0;
    total = sum(total, nanos);
    min = Math.min(min, nanos);
    max = Math.max(max, nanos);
    times.add(nanos, 1);
  }

  /**
   * Adds executions that a program counted; without a histogram, or one of ours, to no quantile.
   */
  public void add(Aggregate aggregate) {
    calls = sum(calls, aggregate.calls());
    failed = sum(failed, aggregate.failed());
    total = sum(total, aggregate.total());
    min = Math.min(min, aggregate.min());
    max = Math.max(max, aggregate.max());
    times.add(aggregate.histogram(), aggregate.min(), aggregate.max());
  }

  /** Writes or reads them. */
  public void state(StateCodec codec) throws IOException {
    calls = codec.number(calls);
    failed = codec.number(failed);
    total = codec.number(total);
    min = codec.number(min);
    max = codec.number(max);
    times.state(codec);
  }

  /** Adds what another partition has. */
  public void merge(Durations other) {
    calls = sum(calls, other.calls);
    failed = sum(failed, other.failed);
    total = sum(total, other.total);
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
    times.add(other.times);
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

  /** How many executions {@link #quantile} knows of. */
  public long inQuantiles() {
    return times.count();
  }

  /** The time that a part of all {@link #inQuantiles} did not exceed, at most 0.8 % wrong. */
  public long quantile(double part) {
    double quantile = Math.max(min, Math.min(max, times.quantile(part)));
    return inQuantiles() == 0 ? 0 : Math.round(quantile);
  }

  /** All times of which {@link #quantile} knows. */
  public Times times() {
    return times;
  }
}
