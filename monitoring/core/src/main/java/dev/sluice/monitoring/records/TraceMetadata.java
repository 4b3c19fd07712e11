package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * A trace begins: what all its events have in common, emitted once before the first.
 *
 * @param timestamp when the trace began; the record time
 * @param traceId the trace; unique among the producers that are analysed together
 * @param threadId {@link Thread#getId()} of the thread that the trace runs on
 * @param sessionId the session that the trace belongs to
 * @param hostname where it runs
 * @param parentTraceId the trace that started this one; its own id if none did
 * @param parentOrderId the order index of the event that started it; -1 if none did
 */
@MonitoringRecord(name = "sluice.trace_metadata")
public record TraceMetadata(
    @Timestamp(recordTime = true) long timestamp,
    long traceId,
    long threadId,
    @SymbolField String sessionId,
    @SymbolField String hostname,
    long parentTraceId,
    int parentOrderId) {}
