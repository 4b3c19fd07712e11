package dev.sluice.monitoring;

import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.Probes;
import java.lang.System.Logger.Level;
import java.util.Set;

/**
 * What instrumented sources call for the constants that hold their operations. Any thread may call
 * it. The operations belong to the monitor of the process and are off if that could not be opened.
 */
public final class InstrumentedSource {
  private InstrumentedSource() {}

  /**
   * The operation for a constant. Never throws, for the class that asks would be unusable.
   *
   * @param signature modifiers, result type, class, name and parameter types
   * @param declaringClass the binary name of its class
   * @param kinds what is recorded: labels of {@link ProbeKind}, separated by commas
   * @param holder the class with the constant; the operation goes with its class loader
   */
  public static Operation operation(
      String signature, String declaringClass, String kinds, Class<?> holder) {
    Probes probes = Monitor.process().probes();
    ClassLoader owner = holder.getClassLoader();
    try {
      return probes.operation(signature, declaringClass, ProbeKind.parse(kinds), owner);
    } catch (RuntimeException e) {
      Log.log(Level.WARNING, "not monitoring " + signature + ": " + e, null);
      Operation off =
          probes.operation(signature, declaringClass, Set.of(ProbeKind.EXECUTION), owner);
      probes.enable(off, false);
      return off;
    }
  }
}
