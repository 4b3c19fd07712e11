package dev.sluice.agent.instrument;

import dev.sluice.agent.bootstrap.Probe;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.probe.ActiveTrace;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeThread;

/** Implementation of the probe, which finds operations by their numbers. */
final class AgentProbe extends Probe {
  private final OperationTable table;
  private final Monitor monitor;
  private final long producer;

  AgentProbe(OperationTable table, Monitor monitor) {
    this.table = table;
    this.monitor = monitor;
    producer = monitor.report().producerId();
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

  @Override
  protected long activeTrace() {
    return ActiveTrace.of(monitor.probes().thread());
  }

  @Override
  protected long producerId() {
    return producer;
  }
}
