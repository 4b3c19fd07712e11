package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * How long the executions of an operation took that ended within an interval of time.
 *
 * @param timestamp the end of the interval; the record time
 * @param operationSignature modifiers, result type, class, name and parameter types of the
 *     operation
 * @param intervalStart the start of the interval
 * @param count how many executions ended in it, at least 1
 * @param sum of their durations, in nanoseconds
 * @param min shortest duration, in nanoseconds
 * @param max longest duration, in nanoseconds
 */
@MonitoringRecord(name = "sluice.operation_duration_aggregate")
public record OperationDurationAggregate(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String operationSignature,
    @Timestamp long intervalStart,
    long count,
    long sum,
    long min,
    long max) {}
