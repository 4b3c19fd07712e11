package dev.sluice.api.platform;

/**
 * Services of the machine that parts of Sluice use: time, random numbers, threads and files. Any
 * thread may call any method.
 */
public interface Platform {
  /** Returns nanoseconds on a clock like {@link System#nanoTime()}. */
  long nanoTime();

  /** Returns nanoseconds since the epoch. */
  long epochNanos();

  /** Returns 64 random bits that nobody can foresee; in a replay, bits derived from its seed. */
  long randomLong();

  /**
   * Starts a worker that runs a task, as a daemon.
   *
   * @param name for people
   * @return the worker, which works already
   * @throws RuntimeException or Error what making a thread throws; nothing works then
   */
  Worker start(String name, Task task);

  /**
   * Runs work once on another thread. What it throws goes to its thread's handler of uncaught
   * exceptions.
   *
   * @return the worker, which {@link Worker#join} waits for
   * @throws RuntimeException or Error as {@link #start}
   */
  default Worker run(String name, Runnable work) {
    return start(name, new OneTurn(work));
  }

  /**
   * Pauses the caller for about this many nanoseconds, less if it is interrupted; in virtual time
   * the other workers work meanwhile. Whoever waits for something looks at the clock, not at how
   * often it has paused.
   */
  void pause(long nanos);

  /**
   * Returns an object that identifies the caller: always the same for a thread, and in virtual time
   * for a worker.
   */
  Object caller();

  /** Returns the disk, through which all files are read and written. */
  Disk disk();
}
