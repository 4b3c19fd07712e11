package dev.sluice.analysis.traces;

import java.time.Duration;

/**
 * Bounds of what a reconstruction keeps, for each partition.
 *
 * @param openTraces open traces, at least 1; with more, the one that was silent for longest is
 *     closed as {@link Reason#EVICTED}
 * @param openRecords room for records of all open traces, at least 16; 32 bytes each. The same
 *     happens with more
 * @param traceRecords records of one trace, at least 16 and at most {@code openRecords}; a longer
 *     one is cut into several, {@link Reason#TOO_LONG}
 * @param operations operations that are told apart, at least 1
 * @param producers producers whose losses are remembered, at least 1; open traces of others are
 *     closed as {@link Reason#EVICTED}
 * @param timeout how long a trace may be silent, in time of its producer's records
 */
public record TraceLimits(
    int openTraces,
    int openRecords,
    int traceRecords,
    int operations,
    int producers,
    Duration timeout) {
  /** 65 536 traces, 2<sup>21</sup> records (64 MiB), 2<sup>19</sup> a trace, five minutes. */
  public static final TraceLimits DEFAULT =
      new TraceLimits(1 << 16, 1 << 21, 1 << 19, 1 << 16, 4096, Duration.ofMinutes(5));

  public TraceLimits {
    atLeast("openTraces", openTraces, 1);
    atLeast("openRecords", openRecords, 16);
    atLeast("traceRecords", traceRecords, 16);
    atLeast("operations", operations, 1);
    atLeast("producers", producers, 1);
    if (traceRecords > openRecords || openRecords > 1 << 26) {
      throw new IllegalArgumentException(
          "traceRecords must be <= openRecords <= 2^26, were "
              + traceRecords
              + " and "
              + openRecords);
    }
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("timeout must be positive, was " + timeout);
    }
  }

  private static void atLeast(String name, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(name + " must be >= " + least + ", was " + value);
    }
  }

  /** The same with another time-out. */
  public TraceLimits withTimeout(Duration value) {
    return new TraceLimits(openTraces, openRecords, traceRecords, operations, producers, value);
  }

  /** The same with another bound of operations that are told apart. */
  public TraceLimits withOperations(int value) {
    return new TraceLimits(openTraces, openRecords, traceRecords, value, producers, timeout);
  }

  /** The same with other bounds of open traces and their records. */
  public TraceLimits withOpen(int traces, int records, int recordsOfOne) {
    return new TraceLimits(traces, records, recordsOfOne, operations, producers, timeout);
  }
}
