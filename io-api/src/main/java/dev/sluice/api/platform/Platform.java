package dev.sluice.api.platform;

/**
 * What a part of Sluice takes from the machine: time, chance, threads and files. Any thread may
 * call any method.
 */
public interface Platform {
  /** As {@link System#nanoTime()}. */
  long nanoTime();

  /** Nanoseconds since the epoch. */
  long epochNanos();

  /** 64 random bits that nobody can foresee; those of a seed where everything is to be replayed. */
  long randomLong();

  /**
   * Puts a task to work, as a daemon.
   *
   * @param name for people
   * @return the worker, which works already
   * @throws RuntimeException or Error what making a thread throws; nothing works then
   */
  Worker start(String name, Task task);

  /**
   * Has something done apart from the caller, once. What it throws is told to its thread's handler
   * of uncaught exceptions.
   *
   * @return the worker, which {@link Worker#join} waits for
   * @throws RuntimeException or Error as {@link #start}
   */
  default Worker run(String name, Runnable work) {
    return start(name, new OneTurn(work));
  }

  /**
   * The caller waits, about so many nanoseconds and less if it is interrupted; in virtual time the
   * others work meanwhile. Whoever waits for something looks at the clock, not at how often it has
   * paused.
   */
  void pause(long nanos);

  /** Who calls: the same object for the same thread, in virtual time for the same worker. */
  Object caller();

  /** The files. */
  Disk disk();
}
