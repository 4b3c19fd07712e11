package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * A trace calls another process, or sends it a message, and gave it a context along. The execution
 * that calls is the last of the trace with an order index of at most {@code orderIndex} and a stack
 * depth of {@code stackDepth - 1}, as in {@link TraceMetadata}.
 *
 * @param timestamp when it left; the record time
 * @param traceId the trace, as in {@link OperationExecution}
 * @param orderIndex the order index of the trace's last event before or, if it has no events, of
 *     the last execution that began in it
 * @param stackDepth how many executions of the trace were active, at least 1
 * @param w3cTraceHigh the first 8 bytes of the trace id in {@code traceparent}
 * @param w3cTraceLow its last 8 bytes
 * @param spanId the call's own id, the parent id there
 * @param medium how it left: {@code http} or {@code kafka}; {@code process} if to another monitor
 *     of the same process
 */
@MonitoringRecord(name = "sluice.remote_call")
public record RemoteCall(
    @Timestamp(recordTime = true) long timestamp,
    long traceId,
    int orderIndex,
    int stackDepth,
    long w3cTraceHigh,
    long w3cTraceLow,
    long spanId,
    @SymbolField String medium) {}
