package dev.sluice.benchmarks.calls.app;

/** What is called again and again, with or without monitoring in it. */
public interface Application {
  /**
   * Calls itself until the depth is reached.
   *
   * @param work what it has to do beside: nanoseconds to be busy at the end, or steps of each call
   * @param depth calls in all, this one included
   * @return something that depends on all that was done
   */
  long monitoredMethod(long work, int depth);
}
