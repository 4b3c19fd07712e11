package dev.sluice.monitoring.probe;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A timeout for several locks together. A lock that is free is taken even after the timeout. For
 * one thread.
 */
final class LockTimeout {
  private final boolean endless;
  private final long start = System.nanoTime();
  private final long nanos;

  private LockTimeout(boolean endless, long nanos) {
    this.endless = endless;
    this.nanos = nanos;
  }

  /** Returns a timeout without an end. */
  static LockTimeout endless() {
    return new LockTimeout(true, 0);
  }

  /** Returns a timeout that begins now; one that is not positive does not wait. */
  static LockTimeout of(Duration time) {
    return new LockTimeout(false, TimeUnit.NANOSECONDS.convert(time));
  }

  /** Returns the rest of the timeout in nanoseconds; negative when it is over. */
  long leftNanos() {
    return nanos - (System.nanoTime() - start);
  }

  /**
   * Takes the lock; returns false if that was not possible in time. Interrupts do not end the
   * waiting; they are set again afterwards.
   */
  boolean lock(ReentrantLock lock) {
    if (endless) {
      lock.lock();
      return true;
    }
    boolean interrupted = false;
    boolean had = lock.tryLock();
    while (!had && leftNanos() > 0) {
      try {
        had = lock.tryLock(leftNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return had;
  }
}
