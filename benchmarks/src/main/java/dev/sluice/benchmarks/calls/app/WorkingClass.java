package dev.sluice.benchmarks.calls.app;

/**
 * Calls nested as in {@link MonitoredClass}, each of which works: what becomes slower when a change
 * makes it slower. Agents instrument it.
 */
public final class WorkingClass implements Application {
  @Override
  public long monitoredMethod(long steps, int depth) {
    long value = work(steps, depth);
    return depth > 1 ? value ^ monitoredMethod(steps, depth - 1) : value;
  }

  /** Marsaglia's xorshift: each step needs the one before, so the time grows with their number. */
  private static long work(long steps, int seed) {
    long value = seed;
    for (long i = 0; i < steps; i++) {
      value ^= value << 13;
      value ^= value >>> 7;
      value ^= value << 17;
    }
    return value;
  }
}
