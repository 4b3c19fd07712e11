package dev.sluice.agent.instrument;

import dev.sluice.agent.bootstrap.Probe;
import dev.sluice.monitoring.OperationProbe;
import dev.sluice.monitoring.TraceContext;

/** The one implementation of the probe: a thread's trace context, and the way to the sink. */
final class AgentProbe extends Probe {
  private final OperationProbe operations;
  private final OperationTable table;
  private final ThreadLocal<AgentProbe> threads;
  private final TraceContext context;

  private AgentProbe(
      OperationProbe operations,
      OperationTable table,
      ThreadLocal<AgentProbe> threads,
      TraceContext context) {
    this.operations = operations;
    this.table = table;
    this.threads = threads;
    this.context = context;
  }

  /** The root: knows every thread's probe. */
  static AgentProbe root(OperationProbe operations, OperationTable table) {
    ThreadLocal<AgentProbe> threads =
        ThreadLocal.withInitial(
            () -> {
              TraceContext context = operations.context();
              return context == null ? null : new AgentProbe(operations, table, null, context);
            });
    return new AgentProbe(operations, table, threads, null);
  }

  @Override
  protected Probe forThread() {
    return threads.get();
  }

  @Override
  public long enter() {
    return context.enter();
  }

  @Override
  public void exit(int operation, long frame, long tin) {
    operations.exit(table.symbol(operation), context, frame, tin);
  }
}
