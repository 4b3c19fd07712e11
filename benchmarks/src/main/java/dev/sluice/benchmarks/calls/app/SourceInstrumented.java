package dev.sluice.benchmarks.calls.app;

import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.ProbeThread;
import java.util.Set;

/** {@link MonitoredClass} as source instrumentation writes it. */
final class SourceInstrumented implements Application {
  private static final Operation PROBE_0 =
      Monitor.to(System.getProperty("sluice.benchmark.sink"))
          .probes()
          .operation(
              "public long dev.sluice.benchmarks.calls.app.MonitoredClass.monitoredMethod(long, int)",
              "dev.sluice.benchmarks.calls.app.MonitoredClass",
              Set.of(ProbeKind.EXECUTION),
              null);

  @Override
  public long monitoredMethod(long busyNanos, int depth) {
    ProbeThread thread = PROBE_0.begin();
    long frame = thread == null ? 0 : thread.enter(PROBE_0);
    long tin = thread == null || frame < 0 ? 0 : System.nanoTime();
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
      if (thread != null) {
        thread.exit(PROBE_0, frame, tin);
      }
    }
  }
}
