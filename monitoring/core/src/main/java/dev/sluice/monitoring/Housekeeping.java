package dev.sluice.monitoring;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * A monitor's periodic work, on one daemon thread that starts with the first task. Tasks must be
 * short: they wait for one another. Any thread may call any method.
 */
public final class Housekeeping {
  private static final Duration MIN_PERIOD = Duration.ofMillis(1);

  private final ScheduledThreadPoolExecutor executor;
  private volatile Thread thread;

  /** The thread is made by the factory, then named and made a daemon. */
  Housekeeping(ThreadFactory threads) {
    executor = new ScheduledThreadPoolExecutor(1, work -> start(threads, work));
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  private Thread start(ThreadFactory threads, Runnable work) {
    Thread made = threads.newThread(work);
    made.setName("sluice-housekeeping");
    made.setDaemon(true);
    thread = made;
    return made;
  }

  /** Work that is done again and again. */
  public interface Task {
    /** It does not begin again; does not wait for the end of what has begun. Idempotent. */
    void cancel();
  }

  /**
   * Does work again and again until the monitor is closed. If it throws, that is logged once, until
   * it has succeeded again; it stays scheduled. A run that takes longer than the period makes the
   * runs that it delays fall out.
   *
   * @param first how long from now to the first time, not negative
   * @param period from the beginning of one time to the next, at least 1 ms
   * @return to end it; without effect if the monitor is closed
   * @throws IllegalArgumentException if a time is too short
   */
  public Task every(Duration first, Duration period, Runnable work) {
    if (first.isNegative() || period.compareTo(MIN_PERIOD) < 0) {
      throw new IllegalArgumentException(
          "first must be >= PT0S and period >= PT0.001S, were " + first + " and " + period);
    }
    Periodic task = new Periodic(TimeUnit.NANOSECONDS.convert(period), work);
    task.schedule(TimeUnit.NANOSECONDS.convert(first));
    return task;
  }

  /** No task begins any more; waits for the one that runs, then interrupts it. Idempotent. */
  void close(Duration timeout) {
    executor.shutdown();
    if (Thread.currentThread() == thread) {
      return;
    }
    try {
      long nanos = TimeUnit.NANOSECONDS.convert(timeout);
      if (executor.awaitTermination(nanos, TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    executor.shutdownNow();
  }

  private final class Periodic implements Task, Runnable {
    private final long period;
    private final Runnable work;
    private boolean failing;
    private volatile boolean cancelled;
    private volatile Future<?> next;

    Periodic(long period, Runnable work) {
      this.period = period;
      this.work = work;
    }

    void schedule(long delayNanos) {
      try {
        next = executor.schedule(this, delayNanos, TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException e) {
        return; // closed
      }
      if (cancelled) {
        next.cancel(false);
      }
    }

    @Override
    public void run() {
      long begin = System.nanoTime();
      try {
        work.run();
        failing = false;
      } catch (Throwable e) {
        failed(e);
      }
      if (!cancelled) {
        schedule(period - (System.nanoTime() - begin) % period);
      }
    }

    private void failed(Throwable failure) {
      if (failing) {
        return;
      }
      failing = true;
      Log.log(Level.WARNING, "a periodic task of a monitor failed; it stays scheduled", failure);
    }

    @Override
    public void cancel() {
      cancelled = true;
      Future<?> scheduled = next;
      if (scheduled != null) {
        scheduled.cancel(false);
      }
    }
  }
}
