package dev.sluice.api.platform;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Lets one worker sleep until another has something for it. Raising it while nobody sleeps costs
 * one volatile read.
 */
public final class Signal {
  private volatile Thread sleeper;

  /** Creates a signal for which nobody waits. */
  public Signal() {}

  /** Wakes the sleeping worker, if there is one. Any thread; allocates nothing. */
  public void raise() {
    Thread thread = sleeper;
    if (thread != null) {
      sleeper = null;
      LockSupport.unpark(thread);
    }
  }

  /** Begins to wait without sleeping: {@link #isAwaited} is true until the signal is raised. */
  public void expect() {
    sleeper = Thread.currentThread();
  }

  /** Returns whether a worker waits, so that raising the signal would make a difference. */
  public boolean isAwaited() {
    return sleeper != null;
  }

  /**
   * Sleeps until the signal is raised or {@code nanos} are over. A thread that makes {@code awake}
   * true and then raises the signal is not missed: the sleeper publishes itself (volatile write)
   * before it checks the condition.
   */
  public void await(long nanos, BooleanSupplier awake) {
    sleeper = Thread.currentThread();
    if (!awake.getAsBoolean()) {
      LockSupport.parkNanos(this, nanos);
    }
    sleeper = null;
  }
}
