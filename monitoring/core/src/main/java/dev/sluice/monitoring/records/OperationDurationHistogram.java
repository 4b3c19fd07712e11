package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * An {@link OperationDurationAggregate} with the distribution of the durations.
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
 * @param histogram of the durations in nanoseconds, in HdrHistogram's V2 encoding without
 *     compression (cookie {@code 0x1c849313}, big-endian; counts as zig-zag LEB128), then zeros;
 *     {@code Histogram.decodeFromByteBuffer} reads it, in Java and other languages. Durations
 *     beyond its range, which it names itself, are counted at the end of the range
 */
@MonitoringRecord(name = "sluice.operation_duration_histogram")
public record OperationDurationHistogram(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String operationSignature,
    @Timestamp long intervalStart,
    long count,
    long sum,
    long min,
    long max,
    long exceptions,
    byte[] histogram) {}
