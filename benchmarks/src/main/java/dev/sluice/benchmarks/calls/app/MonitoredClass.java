package dev.sluice.benchmarks.calls.app;

/** As the benchmark MooBench has it; agents instrument it. */
public final class MonitoredClass implements Application {
  @Override
  public long monitoredMethod(long busyNanos, int depth) {
    if (depth > 1) {
      return monitoredMethod(busyNanos, depth - 1);
    }
    long exitTime = System.nanoTime() + busyNanos;
    long currentTime;
    do {
      currentTime = System.nanoTime();
    } while (currentTime < exitTime);
    return currentTime;
  }
}
