package dev.sluice.benchmarks.calls.app;

/**
 * The floor: the method of {@link MonitoredClass} with what no probe can do without, two clock
 * reads and one plain store.
 */
final class ClockReads implements Application {
  /** Keeps the last duration alive. */
  static long duration;

  @Override
  public long monitoredMethod(long busyNanos, int depth) {
    long tin = System.nanoTime();
    try {
      if (depth > 1) {
        return monitoredMethod(busyNanos, depth - 1);
      }
      long exitTime = System.nanoTime() + busyNanos;
      long currentTime;
      do {
        currentTime = System.nanoTime();
      } while (currentTime < exitTime);
      return currentTime;
    } finally {
      duration = System.nanoTime() - tin;
    }
  }
}
