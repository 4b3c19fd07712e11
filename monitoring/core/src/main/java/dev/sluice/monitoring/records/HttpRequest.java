package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * An HTTP request was answered. The record extends the execution with the same trace and order
 * index.
 *
 * @param timestamp when it was answered; the record time
 * @param traceId the trace, as in {@link OperationExecution}
 * @param orderIndex the execution's order index in the trace
 * @param method {@code GET}; {@code _OTHER} if it is none that HTTP knows
 * @param route the path as a pattern, for example /orders/{id}
 * @param status the answer's code; -1 if there was none when the handler returned
 */
@MonitoringRecord(name = "sluice.http_request")
public record HttpRequest(
    @Timestamp(recordTime = true) long timestamp,
    long traceId,
    int orderIndex,
    @SymbolField String method,
    @SymbolField String route,
    int status) {}
