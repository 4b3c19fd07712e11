package dev.sluice.agent.instrument;

import dev.sluice.agent.bootstrap.Probe;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeThread;

/** The implementation of the probe, which finds operations by their numbers. */
final class AgentProbe extends Probe {
  private final OperationTable table;

  AgentProbe(OperationTable table) {
    this.table = table;
  }

  @Override
  protected Object thread(int operation) {
    return table.operation(operation).begin();
  }

  @Override
  protected long entered(int operation, Object thread) {
    return ((ProbeThread) thread).enter(table.operation(operation));
  }

  @Override
  protected void exited(int operation, Object thread, long frame, long tin) {
    ((ProbeThread) thread).exit(table.operation(operation), frame, tin);
  }

  @Override
  protected void began(int operation, Object thread, long frame, long tin, Object self) {
    Operation known = table.operation(operation);
    if (known.hasEvents()) {
      ((ProbeThread) thread).before(known, frame, tin, self);
    }
  }

  @Override
  protected void ended(
      int operation, Object thread, long frame, long tin, Object self, Throwable failure) {
    ((ProbeThread) thread).exit(table.operation(operation), frame, tin, self, failure);
  }
}
