package dev.sluice.monitoring.probe;

/**
 * The executions of an operation that were counted for metrics since the start. Not to be changed.
 *
 * @param operation its signature, as a label has it, or {@code other}
 * @param failed those that ended with an exception
 * @param nanos the sum of their durations
 * @param buckets how many are in each of the buckets of metrics
 */
public record OperationCounts(String operation, long failed, long nanos, long[] buckets) {}
