package dev.sluice.collectors;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Lets one thread sleep until another has something for it. Raising it while nobody sleeps costs
 * one volatile read.
 */
final class Signal {
  private volatile Thread sleeper;

  /** Wakes the sleeping thread, if there is one. Any thread; allocates nothing. */
  void raise() {
    Thread thread = sleeper;
    if (thread != null) {
      sleeper = null;
      LockSupport.unpark(thread);
    }
  }

  /** Begins to wait without sleeping: until the signal is raised, {@link #isAwaited}. */
  void expect() {
    sleeper = Thread.currentThread();
  }

  /** Whether somebody waits, so that raising it would make a difference. */
  boolean isAwaited() {
    return sleeper != null;
  }

  /**
   * Sleeps until the signal is raised or {@code nanos} are over. A thread that makes {@code awake}
   * true and then raises the signal is not missed: the sleeper publishes itself (volatile write)
   * before it checks the condition.
   */
  void await(long nanos, BooleanSupplier awake) {
    sleeper = Thread.currentThread();
    if (!awake.getAsBoolean()) {
      LockSupport.parkNanos(this, nanos);
    }
    sleeper = null;
  }
}
