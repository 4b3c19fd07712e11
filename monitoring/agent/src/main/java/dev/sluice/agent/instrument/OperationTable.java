package dev.sluice.agent.instrument;

import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.Probes;
import java.util.Arrays;
import java.util.Set;

/**
 * Numbers operations from 0 and gives them back. Bounded by the methods of the program: a number is
 * given when a class is instrumented, and classes that are unloaded give theirs back only with the
 * JVM.
 */
final class OperationTable {
  private final Probes probes;
  private Operation[] operations = new Operation[256];
  private int size;

  OperationTable(Probes probes) {
    this.probes = probes;
  }

  /**
   * The number for an operation of a class that is about to be defined. Any thread.
   *
   * @param owner the class loader with which the operation goes
   */
  synchronized int add(
      String signature, String declaringClass, Set<ProbeKind> kinds, ClassLoader owner) {
    Operation operation = probes.operation(signature, declaringClass, kinds, owner);
    Operation[] target =
        size < operations.length ? operations : Arrays.copyOf(operations, 2 * size);
    target[size] = operation;
    operations = target;
    return size++;
  }

  /**
   * The operation of that number. Not synchronized: whoever runs an instrumented method sees its
   * class defined, and so what was stored before.
   */
  Operation operation(int number) {
    return operations[number];
  }
}
