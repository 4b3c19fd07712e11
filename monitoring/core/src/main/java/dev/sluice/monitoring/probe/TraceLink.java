package dev.sluice.monitoring.probe;

import dev.sluice.api.record.Symbol;

/**
 * A place in a trace, to be taken along to another thread. What runs there is a trace of its own,
 * whose {@code TraceMetadata} names this place: the order of a trace's executions stays that of one
 * thread, so that its call tree can always be rebuilt. Immutable.
 *
 * @param probes whose trace it is
 * @param traceId the trace
 * @param orderIndex of the last execution that began in it
 * @param session the trace's session, or null
 * @param recorded whether it is recorded; if not, neither are those that it starts
 */
record TraceLink(Probes probes, long traceId, int orderIndex, Symbol session, boolean recorded) {}
