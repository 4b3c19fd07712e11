package dev.sluice.api.platform;

/** Work in short turns, which a {@link Worker} makes one after the other. */
public interface Task {
  /** Result of the last turn; the worker ends. */
  long END = Long.MIN_VALUE;

  /**
   * Makes one turn. If it throws, the worker pauses for 10 ms.
   *
   * @return 0: again at once. n above 0: there is nothing to do for n nanoseconds or until the
   *     signal is raised. n below 0: not before -n nanoseconds, whoever raises the signal; so
   *     raising it costs nothing meanwhile. {@link #END}: never
   */
  long turn();

  /**
   * Returns whether there is something to do. Asked by the worker between a turn that returned more
   * than 0 and its sleep, after the sleeper shows in the signal: so whoever makes this true and
   * then raises the signal is not missed.
   */
  boolean isAwake();

  /** Returns the signal that is raised when there is something to do; always the same. */
  Signal signal();
}
