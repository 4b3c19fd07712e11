package dev.sluice.monitoring;

import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import java.util.function.Predicate;

/**
 * Records executions of operations: one {@code OperationExecution} for each, when it ends. Two
 * clock reads an execution, the first by the caller; no allocation once a thread has its context.
 * Any thread. One per monitor, because the trace contexts are its.
 */
public final class OperationProbe {
  private final OperationExecutionWriter writer;
  private final Symbol hostname;
  private final ThreadLocal<TraceContext> contexts;

  private OperationProbe(
      OperationExecutionWriter writer, Symbol hostname, ThreadLocal<TraceContext> contexts) {
    this.writer = writer;
    this.hostname = hostname;
    this.contexts = contexts;
  }

  /**
   * A probe that writes to a sink.
   *
   * @param hostname where all executions run
   * @param monitored asked once for each thread; those refused have no context
   */
  static OperationProbe create(RowSink sink, String hostname, Predicate<Thread> monitored) {
    TraceIds ids = new TraceIds();
    ThreadLocal<TraceContext> contexts =
        ThreadLocal.withInitial(
            () -> monitored.test(Thread.currentThread()) ? new TraceContext(ids) : null);
    return new OperationProbe(
        OperationExecutionWriter.create(sink), sink.symbol(hostname), contexts);
  }

  /** The calling thread's context, or null if it is not to be monitored. */
  public TraceContext context() {
    return contexts.get();
  }

  /**
   * An execution ends: reads the clock, restores the context, emits.
   *
   * @param operation the operation's signature, a symbol of this probe's sink
   * @param context the calling thread's context
   * @param frame what {@link TraceContext#enter} returned
   * @param tin the clock ({@link System#nanoTime}) when it began
   */
  public void exit(Symbol operation, TraceContext context, long frame, long tin) {
    long tout = System.nanoTime();
    context.exit(frame);
    writer.emit(
        operation,
        context.session(),
        context.traceId(),
        tin,
        tout,
        hostname,
        TraceContext.orderIndex(frame),
        TraceContext.stackDepth(frame));
  }
}
