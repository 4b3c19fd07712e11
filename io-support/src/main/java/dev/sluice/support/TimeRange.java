package dev.sluice.support;

import dev.sluice.api.chunk.Accounting;
import java.time.Instant;

/**
 * Range of the record times that a reader wants. Records without a time are always in the range.
 * Immutable.
 *
 * @param since nanoseconds since the epoch of the first
 * @param until of the last
 */
public record TimeRange(long since, long until) {
  /** Range of all times. */
  public static final TimeRange ALL = new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE);

  private static final long NANOS = 1_000_000_000;

  /** Returns the range of all times from a start on. */
  public static TimeRange since(Instant start) {
    return new TimeRange(nanos(start), Long.MAX_VALUE);
  }

  /** Returns this range with another start. */
  public TimeRange withSince(Instant start) {
    return new TimeRange(nanos(start), until);
  }

  /** Returns this range with another end, which is not included. */
  public TimeRange withUntil(Instant end) {
    long nanos = nanos(end);
    return new TimeRange(since, nanos == Long.MIN_VALUE ? nanos : nanos - 1);
  }

  /** Returns whether the time is in the range. */
  public boolean contains(long time) {
    return time >= since && time <= until;
  }

  /** Returns whether no record of a chunk is in the range, by the chunk's header. */
  public boolean excludes(Accounting accounting) {
    return accounting.hasTime() && (last(accounting) < since || first(accounting) > until);
  }

  /** Returns whether all records of a chunk are in the range, by the chunk's header. */
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

  /**
   * Returns nanoseconds since the epoch; a time that 64 bits cannot hold becomes the first or the
   * last one.
   */
  private static long nanos(Instant time) {
    try {
      return Math.addExact(Math.multiplyExact(time.getEpochSecond(), NANOS), time.getNano());
    } catch (ArithmeticException e) {
      return time.getEpochSecond() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }
}
