package dev.sluice.monitoring;

import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.select.Rules;
import java.lang.System.Logger.Level;
import java.util.Set;

/**
 * Factory of the operations that instrumented sources have in constants. Any thread may call it.
 * The operations belong to the monitor of the process and are off if that could not be opened.
 */
public final class InstrumentedSource {
  private InstrumentedSource() {}

  /**
   * Returns the operation for a constant. Never throws, because the calling class would then be
   * unusable.
   *
   * @param signature modifiers, result type, class, name and parameter types
   * @param chosenBy the names of the rules that choose it, separated by commas
   * @param annotations the names of the annotations on the method and its class, separated by
   *     commas
   * @param rules all rules by which the source was instrumented, as {@link Rules#text} writes them
   * @param holder the class with the constant; the operation goes with its class loader
   */
  public static Operation operation(
      String signature, String chosenBy, String annotations, String rules, Class<?> holder) {
    SourceRules process = ProcessMonitor.rules();
    ClassLoader owner = holder.getClassLoader();
    try {
      return process.operation(signature, chosenBy, annotations, rules, owner);
    } catch (RuntimeException e) {
      Log.log(Level.WARNING, "not monitoring " + signature + ": " + e, null);
      Probes probes = process.monitor().probes();
      Operation off =
          probes.operation(signature, holder.getName(), Set.of(ProbeKind.EXECUTION), owner);
      probes.enable(off, false);
      return off;
    }
  }
}
