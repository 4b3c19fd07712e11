package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * An execution of an operation begins.
 *
 * @param timestamp when; the record time
 * @param traceId the trace, as in {@link TraceMetadata}
 * @param orderIndex how many events of the trace came before, 0 for the first
 * @param operationSignature modifiers, result type, class, name and parameter types of the
 *     operation
 * @param classSignature the class of the object that executes it; differs from the signature's for
 *     inherited operations
 */
@MonitoringRecord(name = "sluice.before_operation")
public record BeforeOperation(
    @Timestamp(recordTime = true) long timestamp,
    long traceId,
    int orderIndex,
    @SymbolField String operationSignature,
    @SymbolField String classSignature) {}
