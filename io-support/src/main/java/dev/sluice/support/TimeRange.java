package dev.sluice.support;

import dev.sluice.api.chunk.Accounting;
import java.time.Instant;

/**
 * The record times that a reader wants. What has no time is always in it. Immutable.
 *
 * @param since nanoseconds since the epoch of the first
 * @param until of the last
 */
public record TimeRange(long since, long until) {
  /** All times. */
  public static final TimeRange ALL = new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE);

  private static final long NANOS = 1_000_000_000;

  /** From a time on. */
  public static TimeRange since(Instant start) {
    return new TimeRange(nanos(start), Long.MAX_VALUE);
  }

  /** The same but from that time on. */
  public TimeRange withSince(Instant start) {
    return new TimeRange(nanos(start), until);
  }

  /** The same but before that time. */
  public TimeRange withUntil(Instant end) {
    long nanos = nanos(end);
    return new TimeRange(since, nanos == Long.MIN_VALUE ? nanos : nanos - 1);
  }

  /** Returns whether the time is in the range. */
  public boolean contains(long time) {
    return time >= since && time <= until;
  }

  /** Returns whether no record of a chunk is in the range, as its header tells. */
  public boolean excludes(Accounting accounting) {
    return accounting.hasTime() && (last(accounting) < since || first(accounting) > until);
  }

  /** Returns whether all records of a chunk are in the range, as its header tells. */
  public boolean includes(Accounting accounting) {
    return since == ALL.since && until == ALL.until
        || accounting.hasTime() && first(accounting) >= since && last(accounting) <= until;
  }

  private static long first(Accounting accounting) {
    return accounting.firstTime() + accounting.clockOffset();
  }

  private static long last(Accounting accounting) {
    return accounting.lastTime() + accounting.clockOffset();
  }

  /** Times that 64 bits cannot hold are the first or the last that they can. */
  private static long nanos(Instant time) {
    try {
      return Math.addExact(Math.multiplyExact(time.getEpochSecond(), NANOS), time.getNano());
    } catch (ArithmeticException e) {
      return time.getEpochSecond() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }
}
