package dev.sluice.monitoring;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A monitor's periodic work, on one daemon thread that starts with the first task. Tasks must be
 * short: they wait for one another. Any thread may call any method.
 *
 * <p>The thread allocates nothing beside what tasks do, so that it outlives an {@code
 * OutOfMemoryError} that the program survives; the worker of an executor does not.
 */
public final class Housekeeping {
  private static final Duration MIN_PERIOD = Duration.ofMillis(1);
  private static final long MAX_NANOS = Long.MAX_VALUE >> 1;

  private final ThreadFactory threads;

  /** Tasks; the array is replaced under the lock if a task is added or removed. */
  private volatile Periodic[] tasks = {};

  private volatile Thread thread;
  private volatile boolean closed;

  /** Creates the scheduler; the factory makes its thread, which is then named and made a daemon. */
  Housekeeping(ThreadFactory threads) {
    this.threads = threads;
  }

  /** A handle of periodic work. */
  public interface Task {
    /** Prevents further runs; does not wait for a run that has begun. Idempotent. */
    void cancel();
  }

  /**
   * Runs {@code work} periodically until the monitor is closed. A failure is logged once until a
   * run has succeeded again; the work stays scheduled. A run that takes longer than the period
   * replaces the runs that it delays.
   *
   * @param first time from now to the first run, not negative
   * @param period time between the beginnings of two runs, at least 1 ms
   * @return a handle that ends it; without effect if the monitor is closed
   * @throws IllegalArgumentException if a time is too short
   */
  public Task every(Duration first, Duration period, Runnable work) {
    if (first.isNegative() || period.compareTo(MIN_PERIOD) < 0) {
      throw new IllegalArgumentException(
          "first must be >= PT0S and period >= PT0.001S, were " + first + " and " + period);
    }
    Periodic task = new Periodic(System.nanoTime() + nanos(first), nanos(period), work);
    add(task);
    return task;
  }

  private static long nanos(Duration duration) {
    return Math.min(MAX_NANOS, TimeUnit.NANOSECONDS.convert(duration));
  }

  private synchronized void add(Periodic task) {
    if (closed) {
      return;
    }
    Periodic[] more = Arrays.copyOf(tasks, tasks.length + 1);
    more[tasks.length] = task;
    if (thread == null) {
      start();
    }
    tasks = more;
    LockSupport.unpark(thread); // the thread reads the tasks again
  }

  private void start() {
    Thread made = threads.newThread(this::run);
    made.setName("sluice-housekeeping");
    made.setDaemon(true);
    made.start();
    thread = made;
  }

  private synchronized void remove(Periodic task) {
    tasks = Arrays.stream(tasks).filter(other -> other != task).toArray(Periodic[]::new);
  }

  private void run() {
    while (!closed) {
      try {
        LockSupport.parkNanos(this, runAllDue());
        Thread.interrupted(); // an interrupted thread would not pause any more
      } catch (Throwable e) {
        // Exceptions of tasks are caught there; this one means that stack or heap are exhausted.
      }
    }
  }

  /** Returns the nanoseconds until the next task is due. */
  private long runAllDue() {
    Periodic[] all = tasks;
    for (int i = 0; i < all.length && !closed; i++) {
      all[i].runIfDue();
    }
    long wait = MAX_NANOS;
    long now = System.nanoTime();
    for (Periodic task : all) {
      wait = Math.min(wait, task.due - now);
    }
    return wait;
  }

  /**
   * Starts no further task; waits for the running one at most {@code timeout}, then interrupts it.
   * Idempotent.
   */
  void close(Duration timeout) {
    Thread running;
    synchronized (this) {
      closed = true;
      tasks = new Periodic[0];
      running = thread;
    }
    if (running == null || running == Thread.currentThread()) {
      return;
    }
    LockSupport.unpark(running);
    try {
      TimeUnit.NANOSECONDS.timedJoin(running, nanos(timeout));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    running.interrupt();
  }

  private final class Periodic implements Task {
    private final long period;
    private final Runnable work;
    private boolean failing;
    private volatile boolean cancelled;

    /** The {@link System#nanoTime} of the next run. */
    private long due;

    Periodic(long due, long period, Runnable work) {
      this.due = due;
      this.period = period;
      this.work = work;
    }

    void runIfDue() {
      long begin = System.nanoTime();
      if (cancelled || due - begin > 0) {
        return;
      }
      try {
        work.run();
        failing = false;
      } catch (Throwable e) {
        failed(e);
      }
      long end = System.nanoTime();
      due = end + period - (end - begin) % period;
    }

    private void failed(Throwable failure) {
      if (!failing) {
        // If memory is too low to log this failure, the next one is logged.
        failing =
            Log.log(
                Level.WARNING, "a periodic task of a monitor failed; it stays scheduled", failure);
      }
    }

    @Override
    public void cancel() {
      cancelled = true;
      remove(this);
    }
  }
}
