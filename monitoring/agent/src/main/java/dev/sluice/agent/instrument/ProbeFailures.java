package dev.sluice.agent.instrument;

import dev.sluice.agent.bootstrap.Probe;
import dev.sluice.api.spi.Loggers;
import java.lang.System.Logger.Level;

/** Tells of probes that failed, each sort once. For one thread at a time. */
final class ProbeFailures {
  private boolean overflowed;
  private boolean failed;

  /** How many there were since the agent began, about. */
  static long count() {
    return (long) Probe.overflows() + Probe.failures();
  }

  /** Tells what was not told yet. */
  synchronized void tell() {
    if (!overflowed && Probe.overflows() > 0) {
      overflowed = true;
      warn(
          "a probe found no stack left; such executions are not recorded, see failed.probes", null);
    }
    Throwable cause = Probe.takeCause();
    if (!failed && cause != null) {
      failed = true;
      warn("a probe failed; such executions are not recorded, see failed.probes", cause);
    }
  }

  private static void warn(String what, Throwable cause) {
    Loggers.get("dev.sluice.agent").log(Level.WARNING, what, cause);
  }
}
