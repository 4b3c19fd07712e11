package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * An execution of an operation ends normally. The record belongs to the last {@link
 * BeforeOperation} of the trace that has not ended.
 *
 * @param timestamp when; the record time
 * @param traceId the trace, as in {@link TraceMetadata}
 * @param orderIndex how many events of the trace came before
 * @param operationSignature modifiers, result type, class, name and parameter types of the
 *     operation
 * @param classSignature the class of the object that executed it
 */
@MonitoringRecord(name = "sluice.after_operation")
public record AfterOperation(
    @Timestamp(recordTime = true) long timestamp,
    long traceId,
    int orderIndex,
    @SymbolField String operationSignature,
    @SymbolField String classSignature) {}
