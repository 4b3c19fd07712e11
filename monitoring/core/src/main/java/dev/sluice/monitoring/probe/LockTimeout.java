package dev.sluice.monitoring.probe;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How long somebody waits for locks, for all of them together. A lock that is free is had even when
 * that time is over. For one thread.
 */
final class LockTimeout {
  private final boolean endless;
  private final long start = System.nanoTime();
  private final long nanos;

  private LockTimeout(boolean endless, long nanos) {
    this.endless = endless;
    this.nanos = nanos;
  }

  /** Waits as long as it takes. */
  static LockTimeout endless() {
    return new LockTimeout(true, 0);
  }

  /** From now on for so long; not at all for times that are not positive. */
  static LockTimeout of(Duration time) {
    return new LockTimeout(false, TimeUnit.NANOSECONDS.convert(time));
  }

  /** What is left of a time with an end; negative when it is over. */
  long leftNanos() {
    return nanos - (System.nanoTime() - start);
  }

  /** Whether the lock is the caller's now. Interrupts do not end the waiting, and are not lost. */
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
