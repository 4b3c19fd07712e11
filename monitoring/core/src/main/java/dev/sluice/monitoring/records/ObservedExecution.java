package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * One observation of Micrometer, emitted when it stops: an HTTP request, a scheduled task, or any
 * other observation of a library. Its place in a trace is recorded as in {@link
 * OperationExecution}; an observation that another thread begins than its parent's is the first of
 * a trace of its own, whose {@link TraceMetadata} names the parent.
 *
 * @param operationSignature the contextual name, {@code http get /orders/{id}} for instance; the
 *     name if there is none. Of a query its statement without literals
 * @param name the name, which meters have, too: {@code http.server.requests}
 * @param lowCardinality the key values with few different values, {@code method=GET, status=200}
 * @param highCardinality the other key values, in the same form, 4096 characters at most
 * @param traceId the trace; unique among the producers that are analysed together
 * @param tin when the observation started
 * @param tout when it stopped; the record time
 * @param hostname where it was made
 * @param eoi execution order index: how many observations of the trace started before; 0 for the
 *     first
 * @param ess execution stack size: how many observations of the trace are around it; 0 for the
 *     first
 * @param exception whether it had an error, the outcome {@code SERVER_ERROR}, or answered with a
 *     status of at least 500
 * @param cause class and message of the error, as {@link Throwable#toString()} gives them, 4096
 *     characters at most
 */
@MonitoringRecord(name = "sluice.observation")
public record ObservedExecution(
    @SymbolField String operationSignature,
    @SymbolField String name,
    @SymbolField String lowCardinality,
    String highCardinality,
    long traceId,
    @Timestamp long tin,
    @Timestamp(recordTime = true) long tout,
    @SymbolField String hostname,
    int eoi,
    int ess,
    boolean exception,
    String cause) {}
