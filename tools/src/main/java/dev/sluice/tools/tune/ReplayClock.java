package dev.sluice.tools.tune;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Schedule of a replay: at the recorded distances, faster or slower, at a fixed rate, or without
 * waiting. Any thread.
 */
public final class ReplayClock {
  /** Minimum sleep in nanoseconds; for shorter waits a thread would sleep too long. */
  private static final long MIN_SLEEP_NANOS = 100_000;

  private static final long MAX_SLEEP_NANOS = 100_000_000;

  private final double speed;
  private final double rate;
  private final long start = System.nanoTime();
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicLong latest = new AtomicLong();
  private volatile boolean ended;
  private long originNanos;

  /**
   * A pace that begins now.
   *
   * @param speed how many times as fast as recorded; infinite for no pace at all
   * @param rate records a second of all producers, in place of the recorded pace; or 0
   */
  ReplayClock(double speed, double rate) {
    this.speed = speed;
    this.rate = rate;
  }

  /** Returns whether record times decide. */
  boolean needsTimes() {
    return rate == 0 && speed < Double.POSITIVE_INFINITY;
  }

  /** Sets the record time that is now. Before the first {@link #await}. */
  void origin(long epochNanos) {
    originNanos = epochNanos;
  }

  /**
   * Waits until the next record is due.
   *
   * @param epochNanos its time, in nanoseconds since the epoch
   * @return false if the pace was ended
   */
  boolean await(long epochNanos) {
    if (rate > 0) {
      sleepUntil((long) (numbers.getAndIncrement() / rate * 1e9));
    } else if (speed < Double.POSITIVE_INFINITY) {
      sleepUntil((long) ((epochNanos - originNanos) / speed));
    }
    return !ended;
  }

  private void sleepUntil(long nanos) {
    long left = nanos - (System.nanoTime() - start);
    if (-left > latest.get()) {
      latest.accumulateAndGet(-left, Math::max);
    }
    while (left > 0 && !ended) {
      if (left > MIN_SLEEP_NANOS) {
        LockSupport.parkNanos(Math.min(MAX_SLEEP_NANOS, left - MIN_SLEEP_NANOS / 2));
      } else {
        Thread.onSpinWait();
      }
      left = nanos - (System.nanoTime() - start);
    }
  }

  /** Nobody waits any longer. */
  void end() {
    ended = true;
  }

  /** Returns whether {@link #end} was called. */
  boolean isEnded() {
    return ended;
  }

  /** Nanoseconds since the beginning. */
  long elapsedNanos() {
    return System.nanoTime() - start;
  }

  /** Returns the maximum lateness of a record in nanoseconds. */
  long latestNanos() {
    return latest.get();
  }
}
