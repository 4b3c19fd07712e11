package dev.sluice.analysis.calls;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.traces.Aggregate;
import java.io.IOException;
import java.util.Comparator;

/**
 * Figures of calls of one operation, or of requests of one kind. Times are nanoseconds; counts and
 * sums are exact and stay at {@code Long.MAX_VALUE} if they would be larger. For one thread.
 */
public final class Calls {
  /** Calls with the most time of their own come first, then those with the most time. */
  public static final Comparator<Calls> BY_SELF =
      Comparator.comparingLong((Calls of) -> of.self).thenComparingLong(Calls::sum).reversed();

  private static final Times NONE = new Times();

  private long calls;
  private long failed;
  private long sum;
  private long total;
  private long self;
  private long placed;
  private long min = Long.MAX_VALUE;
  private long max;
  private Times times = NONE;

  /** Adds a call whose place in a trace is not known. */
  public void add(long nanos, boolean hasFailed) {
    count(nanos, hasFailed);
    known().add(nanos, 1);
  }

  /**
   * Adds a call in a trace.
   *
   * @param outermost whether it is in no other call of its operation
   * @param own its time without what it called
   */
  public void add(long nanos, boolean outermost, long own, boolean hasFailed) {
    addUntimed(nanos, own, hasFailed);
    total = outermost ? Times.sum(total, nanos) : total;
    known().add(nanos, 1);
  }

  /** Adds a call in a trace to all figures but quantiles, so that it takes no more memory. */
  public void addUntimed(long nanos, long own, boolean hasFailed) {
    count(nanos, hasFailed);
    placed++;
    self = Times.sum(self, own);
  }

  private void count(long nanos, boolean hasFailed) {
    calls++;
    failed += hasFailed ? 1 : 0;
    sum = Times.sum(sum, nanos);
    min = Math.min(min, nanos);
    max = Math.max(max, nanos);
  }

  /** Adds calls that a program counted; without a histogram, or one of ours, to no quantile. */
  public void add(Aggregate aggregate) {
    calls = Times.sum(calls, aggregate.calls());
    failed = Times.sum(failed, aggregate.failed());
    sum = Times.sum(sum, aggregate.total());
    min = Math.min(min, aggregate.min());
    max = Math.max(max, aggregate.max());
    if (aggregate.histogram() != null) {
      known().add(aggregate.histogram(), aggregate.min(), aggregate.max());
    }
  }

  /** Adds all figures of other calls. */
  public void add(Calls other) {
    calls = Times.sum(calls, other.calls);
    failed = Times.sum(failed, other.failed);
    sum = Times.sum(sum, other.sum);
    total = Times.sum(total, other.total);
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
    addPlaces(other);
    if (other.times != NONE) {
      known().add(other.times);
    }
  }

  /**
   * Adds how many of these calls are in traces, and their own time, if they are counted already.
   */
  public void addPlaces(Calls traced) {
    placed = Times.sum(placed, traced.placed);
    self = Times.sum(self, traced.self);
  }

  private Times known() {
    times = times == NONE ? new Times() : times;
    return times;
  }

  /** Writes or reads all figures. */
  public void state(StateCodec codec) throws IOException {
    calls = codec.number(calls);
    failed = codec.number(failed);
    sum = codec.number(sum);
    total = codec.number(total);
    self = codec.number(self);
    placed = codec.number(placed);
    min = codec.number(min);
    max = codec.number(max);
    if (codec.flag(times != NONE)) {
      known().state(codec);
    }
  }

  /** Returns how many calls ended. */
  public long calls() {
    return calls;
  }

  /** Returns how many of them ended with an exception. */
  public long failed() {
    return failed;
  }

  /** Returns the time of all calls; in a recursion, each of its calls counts. */
  public long sum() {
    return sum;
  }

  /** Returns the time of all calls that are known to be outermost in a recursion. */
  public long total() {
    return total;
  }

  /** Returns the time of calls in traces without what they called; null if no call is in one. */
  public Long self() {
    return calls > 0 && placed == 0 ? null : (Long) self;
  }

  /** Returns how many calls are in a trace; nobody knows what the other ones called. */
  public long placed() {
    return placed;
  }

  /** Returns the mean of a call; null if there is none. */
  public Double mean() {
    return calls == 0 ? null : (Double) ((double) sum / calls);
  }

  /** Returns the shortest time; null if there is no call. */
  public Long min() {
    return calls == 0 ? null : (Long) min;
  }

  /** Returns the longest time; null if there is no call. */
  public Long max() {
    return calls == 0 ? null : (Long) max;
  }

  /** Returns the times that are known of these calls, not to be changed. */
  public Times times() {
    return times;
  }

  /**
   * Returns the time that a part of the calls did not exceed, rounded; null if no time is known.
   */
  public Long nanos(double part) {
    return times.count() == 0 ? null : (Long) Math.round(quantile(part));
  }

  /** Returns the same for arithmetic, see {@link Times#quantile}. */
  public double quantile(double part) {
    double quantile = times.quantile(part);
    return part > 1 ? quantile : Math.max(min, Math.min(max, quantile));
  }

  /** Returns the calls that took the given time or longer, see {@link Times#tail}. */
  public Times.Tail tail(double nanos) {
    Times.Tail tail = times.tail(nanos);
    double all = Math.min(tail.nanos(), sum);
    return new Times.Tail(tail.least(), tail.calls(), all, tail.isExact());
  }
}
