package dev.sluice.monitoring.probe;

/**
 * Counts of an operation's executions for metrics since the start. The arrays must not be changed.
 *
 * @param operation its signature, as a label has it, or {@code other}
 * @param failed those that ended with an exception
 * @param nanos the sum of their durations
 * @param buckets how many are in each of the buckets of metrics
 */
public record OperationCounts(String operation, long failed, long nanos, long[] buckets) {}
