/**
 * The facade: {@link dev.sluice.monitoring.Monitor#to} opens a sink; row writers of any record type
 * take its {@link dev.sluice.monitoring.Monitor#sink}; {@link dev.sluice.monitoring.OperationProbe}
 * records the executions of operations with their place in a trace.
 *
 * <p>The probe around an operation, as instrumentation inserts it:
 *
 * <pre>{@code
 * static final OperationProbe PROBE = monitor.operations();
 * static final Symbol BAR = monitor.sink().symbol("public void com.acme.Foo.bar()");
 *
 * TraceContext context = PROBE.context();
 * long frame = context.enter();
 * long tin = System.nanoTime();
 * try {
 *   ...
 * } finally {
 *   PROBE.exit(BAR, context, frame, tin);
 * }
 * }</pre>
 */
package dev.sluice.monitoring;
