package dev.sluice.monitoring;

import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.Probes;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * What instrumented sources call for the constants with their operations. Any thread may call it;
 * it never throws. The operations belong to the monitor of the process; while there is none they
 * are off for good.
 */
public final class InstrumentedSource {
  private static final Logger LOG = System.getLogger(InstrumentedSource.class.getName());

  private InstrumentedSource() {}

  /**
   * The operation for a constant.
   *
   * @param signature modifiers, result type, class, name and parameter types
   * @param declaringClass the binary name of its class
   * @param kinds what is recorded: labels of {@link ProbeKind}, separated by commas
   * @param holder the class with the constant; the operation goes with its class loader
   */
  public static Operation operation(
      String signature, String declaringClass, String kinds, Class<?> holder) {
    try {
      Probes probes = ProcessMonitor.PROBES;
      if (probes != null) {
        return probes.operation(
            signature, declaringClass, ProbeKind.parse(kinds), holder.getClassLoader());
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.log(
          Level.WARNING, () -> "operations of " + holder.getName() + " are not monitored: " + e);
    }
    return Off.PROBES.operation(signature, declaringClass, ProbeKind.parse("execution"), null);
  }

  private static final class ProcessMonitor {
    static final Probes PROBES = open();

    private static Probes open() {
      String sink = System.getProperty("sluice.sink", System.getenv("SLUICE_SINK"));
      if (sink == null) {
        LOG.log(Level.INFO, "instrumented sources are not monitored: sluice.sink is not set");
        return null;
      }
      try {
        return Monitor.to(sink).probes();
      } catch (RuntimeException | LinkageError e) {
        LOG.log(Level.WARNING, () -> "instrumented sources are not monitored: " + e.getMessage());
        return null;
      }
    }
  }

  private static final class Off {
    static final Probes PROBES = new Probes(new NoSink(), "", thread -> false);

    static {
      PROBES.enable(false);
    }
  }
}
