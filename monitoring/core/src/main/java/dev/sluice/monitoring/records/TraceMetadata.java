package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * A trace begins. The record has the data that all its events have in common, and is emitted once
 * before the first. Traces of operation executions alone have it only if another trace started
 * them, on another thread. The execution that started them is then the last of the parent trace
 * with an order index of at most {@code parentOrderId} and a stack depth of {@code parentStackDepth
 * - 1}.
 *
 * @param timestamp when the trace began; the record time
 * @param traceId the trace; unique among the producers that are analysed together
 * @param threadId {@link Thread#getId()} of the thread that the trace runs on
 * @param sessionId the session that the trace belongs to
 * @param hostname where it runs
 * @param parentTraceId the trace that started this one; its own id if none did
 * @param parentOrderId the order index of the parent's last event before or, if it has no events,
 *     of the last execution that began in it; -1 if no trace started this one
 * @param parentStackDepth how many executions of the parent were active; 0 if no trace started this
 *     one
 */
@MonitoringRecord(name = "sluice.trace_metadata")
public record TraceMetadata(
    @Timestamp(recordTime = true) long timestamp,
    long traceId,
    long threadId,
    @SymbolField String sessionId,
    @SymbolField String hostname,
    long parentTraceId,
    int parentOrderId,
    int parentStackDepth) {}
