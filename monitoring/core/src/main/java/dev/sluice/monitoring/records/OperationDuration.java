package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * Duration of one execution of an operation, without its place in a trace: the cheapest record of
 * an execution.
 *
 * @param timestamp when the execution ended; the record time
 * @param operationSignature modifiers, result type, class, name and parameter types of the
 *     operation
 * @param duration how long it took, in nanoseconds
 * @param exception whether it ended with an exception
 */
@MonitoringRecord(name = "sluice.operation_duration")
public record OperationDuration(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String operationSignature,
    long duration,
    boolean exception) {}
