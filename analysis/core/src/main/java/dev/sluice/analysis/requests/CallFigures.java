package dev.sluice.analysis.requests;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.calls.Times;
import dev.sluice.analysis.traces.Aggregate;
import java.io.IOException;

/**
 * Calls of one operation, or requests of one kind. Times are nanoseconds; counts and sums are
 * exact, a sum beyond {@code Long.MAX_VALUE} stays there. For one thread.
 */
public final class CallFigures {
  private static final Times NONE = new Times();

  private long calls;
  private long failed;
  private long sum;
  private long total;
  private long self;
  private long min = Long.MAX_VALUE;
  private long max;
  private Times times = NONE;

  void add(long nanos, boolean outermost, long own, boolean hasFailed) {
    count(nanos, own, hasFailed);
    total = outermost ? Times.sum(total, nanos) : total;
    times().add(nanos, 1);
  }

  /** The same without quantiles, for little memory. */
  void count(long nanos, long own, boolean hasFailed) {
    calls++;
    failed += hasFailed ? 1 : 0;
    sum = Times.sum(sum, nanos);
    self = Times.sum(self, own);
    min = Math.min(min, nanos);
    max = Math.max(max, nanos);
  }

  void add(Aggregate aggregate) {
    calls = Times.sum(calls, aggregate.calls());
    failed = Times.sum(failed, aggregate.failed());
    sum = Times.sum(sum, aggregate.total());
    min = Math.min(min, aggregate.min());
    max = Math.max(max, aggregate.max());
    if (aggregate.histogram() != null) {
      times().add(aggregate.histogram(), aggregate.min(), aggregate.max());
    }
  }

  private Times times() {
    times = times == NONE ? new Times() : times;
    return times;
  }

  void add(CallFigures other) {
    calls = Times.sum(calls, other.calls);
    failed = Times.sum(failed, other.failed);
    sum = Times.sum(sum, other.sum);
    total = Times.sum(total, other.total);
    self = Times.sum(self, other.self);
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
    if (other.times != NONE) {
      times().add(other.times);
    }
  }

  void state(StateCodec codec) throws IOException {
    calls = codec.number(calls);
    failed = codec.number(failed);
    sum = codec.number(sum);
    total = codec.number(total);
    self = codec.number(self);
    min = codec.number(min);
    max = codec.number(max);
    if (codec.flag(times != NONE)) {
      times().state(codec);
    }
  }

  /** Calls that ended. */
  public long calls() {
    return calls;
  }

  /** Those of them that ended with an exception. */
  public long failed() {
    return failed;
  }

  /** Time of all calls; in a recursion, each of its calls counts. */
  public long sum() {
    return sum;
  }

  /** Time of all calls; in a recursion, the outermost call counts. */
  public long total() {
    return total;
  }

  /** Time of all calls without what they called. */
  public long self() {
    return self;
  }

  /** The mean of a call; NaN if there is none. */
  public double mean() {
    return calls == 0 ? Double.NaN : (double) sum / calls;
  }

  /** The shortest; {@code Long.MAX_VALUE} if there is none. */
  public long min() {
    return min;
  }

  /** The longest. */
  public long max() {
    return max;
  }

  /** Calls whose times {@link #quantile} knows. */
  public long inQuantiles() {
    return times.count();
  }

  /**
   * The time that a part of the calls did not exceed, at most 0.8 % wrong; the shortest for parts
   * below 0, infinite for those above 1, NaN if no time is known.
   */
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

  /** The times that are known of these calls. */
  public Times known() {
    return times;
  }
}
