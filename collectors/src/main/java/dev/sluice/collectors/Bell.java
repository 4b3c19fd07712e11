package dev.sluice.collectors;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Lets one thread sleep until another has something for it. A ring that nobody sleeps on costs one
 * read.
 */
final class Bell {
  private volatile Thread sleeper;

  /** Wakes the sleeper, if there is one. Any thread; allocates nothing. */
  void ring() {
    Thread thread = sleeper;
    if (thread != null) {
      sleeper = null;
      LockSupport.unpark(thread);
    }
  }

  /**
   * Sleeps until the ring or the time is over. Whoever makes {@code awake} true and then rings is
   * not missed: the condition is checked after the bell was armed.
   */
  void await(long nanos, BooleanSupplier awake) {
    sleeper = Thread.currentThread();
    if (!awake.getAsBoolean()) {
      LockSupport.parkNanos(this, nanos);
    }
    sleeper = null;
  }
}
