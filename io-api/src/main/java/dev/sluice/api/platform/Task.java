package dev.sluice.api.platform;

/** Something that works in short turns, of which never two are made at a time. */
public interface Task {
  /** What the last turn returns: the worker ends. */
  long END = Long.MIN_VALUE;

  /**
   * One turn. What it throws is a pause of 10 ms.
   *
   * @return 0: again at once. n above 0: there is nothing to do for n nanoseconds or until the
   *     signal is raised. n below 0: not before -n nanoseconds, whoever raises the signal; so
   *     raising it costs nothing meanwhile. {@link #END}: never
   */
  long turn();

  /**
   * Whether there is something to do. Asked by the worker between a turn that returned more than 0
   * and its sleep, after the sleeper shows in the signal: so whoever makes this true and then
   * raises the signal is not missed.
   */
  boolean isAwake();

  /** Raised when there is something to do; always the same. */
  Signal signal();
}
