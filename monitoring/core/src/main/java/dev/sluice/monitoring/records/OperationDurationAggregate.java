package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * Durations of many executions of an operation, by any threads. Each execution is in one record of
 * its operation, so counts and sums of records may be added; the intervals of records may overlap,
 * as threads come by at different times.
 *
 * @param timestamp when the last of the executions ended; the record time
 * @param operationSignature modifiers, result type, class, name and parameter types of the
 *     operation
 * @param intervalStart an instant not after the end of the first of the executions
 * @param count how many executions, at least 1
 * @param sum of their durations, in nanoseconds
 * @param min shortest duration, in nanoseconds
 * @param max longest duration, in nanoseconds
 * @param exceptions how many of the executions ended with an exception
 */
@MonitoringRecord(name = "sluice.operation_duration_aggregate")
public record OperationDurationAggregate(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String operationSignature,
    @Timestamp long intervalStart,
    long count,
    long sum,
    long min,
    long max,
    long exceptions) {}
