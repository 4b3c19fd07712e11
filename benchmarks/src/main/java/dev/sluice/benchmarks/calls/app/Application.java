package dev.sluice.benchmarks.calls.app;

/** What is called again and again, with or without monitoring in it. */
public interface Application {
  /**
   * Calls itself until the depth is reached, and is then busy.
   *
   * @param busyNanos how long, in nanoseconds
   * @param depth calls in all, this one included
   * @return the time when it was done, in nanoseconds
   */
  long monitoredMethod(long busyNanos, int depth);
}
