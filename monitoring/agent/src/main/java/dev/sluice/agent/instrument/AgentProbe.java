package dev.sluice.agent.instrument;

import dev.sluice.agent.bootstrap.Probe;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeThread;
import java.util.Arrays;

/**
 * The one implementation of the probe: from an operation's number to the operation. {@link
 * OperationTable} gives the numbers.
 */
final class AgentProbe extends Probe {
  /** By number. Here, so that an instrumented method finds its operation with one load less. */
  private Operation[] operations = new Operation[256];

  /** Callers take turns. */
  void put(int number, Operation operation) {
    Operation[] target =
        number < operations.length ? operations : Arrays.copyOf(operations, 2 * number);
    target[number] = operation;
    operations = target;
  }

  /**
   * Forgets the operations from one number to before another. Callers take turns with the others.
   */
  void forget(int from, int to) {
    Arrays.fill(operations, from, to, null);
  }

  /**
   * The operation of that number. Not synchronized: whoever runs an instrumented method sees its
   * class defined, and so what was stored before.
   */
  Operation operation(int number) {
    return operations[number];
  }

  @Override
  protected Object thread(int operation) {
    return operations[operation].begin();
  }

  @Override
  protected long entered(int operation, Object thread) {
    return ((ProbeThread) thread).enter(operations[operation]);
  }

  @Override
  protected void exited(int operation, Object thread, long frame, long tin) {
    ((ProbeThread) thread).exit(operations[operation], frame, tin);
  }

  @Override
  protected void began(int operation, Object thread, long frame, long tin, Object self) {
    Operation known = operations[operation];
    if (known.hasEvents()) {
      ((ProbeThread) thread).before(known, frame, tin, self);
    }
  }

  @Override
  protected void ended(
      int operation, Object thread, long frame, long tin, Object self, Throwable failure) {
    ((ProbeThread) thread).exit(operations[operation], frame, tin, self, failure);
  }
}
