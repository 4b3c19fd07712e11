package dev.sluice.agent.instrument;

import dev.sluice.agent.bootstrap.Probe;
import dev.sluice.api.config.Loggers;
import java.lang.System.Logger.Level;

/** Log of failures of probes, once for each kind of failure. Any thread. */
final class ProbeFailures {
  private boolean overflowed;
  private boolean failed;

  /** Returns the approximate number of failures since the agent began. */
  static long count() {
    return (long) Probe.overflows() + Probe.failures();
  }

  /** Logs the kinds of failures that were not logged yet. */
  synchronized void logNew() {
    if (!overflowed && Probe.overflows() > 0) {
      overflowed = true;
      warn("found no stack left");
    }
    if (!failed && Probe.failures() > 0) {
      failed = true;
      warn("failed");
    }
  }

  private static void warn(String what) {
    Loggers.get("dev.sluice.agent")
        .log(
            Level.WARNING,
            "a probe " + what + "; such executions are not recorded, see failed.probes");
  }
}
