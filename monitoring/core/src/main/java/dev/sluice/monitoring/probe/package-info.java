/**
 * Probes: the classes that instrumented code calls, whether byte code or source was instrumented,
 * or a programmer wrote the calls. {@link dev.sluice.monitoring.probe.Operation} says what is
 * recorded, {@link dev.sluice.monitoring.probe.ProbeThread} where a thread is in its trace.
 *
 * <p><b>Aggregates.</b> {@code ThreadAggregates} finds a thread's {@code ThreadCell} of an
 * operation; the cell hands what it gathered to the operation's {@code SharedTotal}, which becomes
 * a record after {@link dev.sluice.monitoring.probe.AggregateSettings#calls} executions or when
 * {@code Aggregates} collects: once an interval, at a flush, and at the end. Threads without a cell
 * add to the total.
 */
package dev.sluice.monitoring.probe;
