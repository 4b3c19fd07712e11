package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.Timestamp;

/**
 * A trace works for a call that came from another process, or for a message. The call is the one
 * whose {@link RemoteCall} has the same trace id of the W3C and the same span id; there is none if
 * the caller is not monitored by us or its records are lost. Emitted when the trace begins.
 *
 * @param timestamp when the context was noticed; the record time
 * @param traceId the trace, as in {@link OperationExecution}
 * @param orderIndex -1 if the trace began with what came; of one of several messages, 0 if the
 *     trace began with all of them, and within a trace the order index of the last event before or,
 *     if it has no events, of the last execution that began in it
 * @param stackDepth how many executions of the trace were active; 0 if it began with what came
 * @param link whether what came is one of several, so that none of them is the parent
 * @param w3cTraceHigh the first 8 bytes of the trace id in {@code traceparent}
 * @param w3cTraceLow its last 8 bytes
 * @param spanId the parent id there: the call's
 */
@MonitoringRecord(name = "sluice.remote_parent")
public record RemoteParent(
    @Timestamp(recordTime = true) long timestamp,
    long traceId,
    int orderIndex,
    int stackDepth,
    boolean link,
    long w3cTraceHigh,
    long w3cTraceLow,
    long spanId) {}
