package dev.sluice.analysis.traces;

/**
 * Executions of an operation that a program counted instead of recording each; times are
 * nanoseconds.
 *
 * @param time when they were told of, nanoseconds since the epoch
 * @param calls how many, at least 1
 * @param failed how many of them ended with an exception
 * @param total time of all
 * @param min the shortest
 * @param max the longest
 * @param histogram of their times, as {@code OperationDurationHistogram} has it, or null
 */
public record Aggregate(
    long time, long calls, long failed, long total, long min, long max, byte[] histogram) {}
