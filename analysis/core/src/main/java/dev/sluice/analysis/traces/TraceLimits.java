package dev.sluice.analysis.traces;

import java.time.Duration;

/**
 * Bounds of what a reconstruction keeps, for each partition.
 *
 * @param openTraces open traces, at least 1; with more, the one that was silent for longest is
 *     closed as {@link Reason#EVICTED}
 * @param openRecords room for records of all open traces, at least 16; 32 bytes each. The same
 *     happens with more; a single trace that has more is cut into several, {@link Reason#TOO_LONG}
 * @param operations operations that are told apart, at least 1
 * @param producers producers whose losses are remembered, at least 1; open traces of others are
 *     closed as {@link Reason#EVICTED}
 * @param timeout how long a trace may be silent, in time of its producer's records
 * @param patience how long a missing chunk is waited for, in time of its producer's records; with
 *     less room it is given up earlier. What comes later still is counted as {@link
 *     TraceCounts#late}
 */
public record TraceLimits(
    int openTraces,
    int openRecords,
    int operations,
    int producers,
    Duration timeout,
    Duration patience) {
  /** 65 536 traces, 2<sup>21</sup> records (64 MiB), five minutes for traces and for chunks. */
  public static final TraceLimits DEFAULT =
      new TraceLimits(
          1 << 16, 1 << 21, 1 << 16, 4096, Duration.ofMinutes(5), Duration.ofMinutes(5));

  public TraceLimits {
    atLeast("openTraces", openTraces, 1);
    atLeast("openRecords", openRecords, 16);
    atLeast("operations", operations, 1);
    atLeast("producers", producers, 1);
    if (openRecords > 1 << 26) {
      throw new IllegalArgumentException("openRecords must be <= 2^26, was " + openRecords);
    }
    if (timeout.isNegative() || timeout.isZero() || patience.isNegative()) {
      throw new IllegalArgumentException(
          "timeout must be positive, and patience not negative, were "
              + timeout
              + " and "
              + patience);
    }
  }

  private static void atLeast(String name, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(name + " must be >= " + least + ", was " + value);
    }
  }

  /** The same with another time-out. */
  public TraceLimits withTimeout(Duration value) {
    return new TraceLimits(openTraces, openRecords, operations, producers, value, patience);
  }

  /** The same with another bound of operations that are told apart. */
  public TraceLimits withOperations(int value) {
    return new TraceLimits(openTraces, openRecords, value, producers, timeout, patience);
  }

  /** The same with room for other numbers of records, and another patience. */
  public TraceLimits with(int records, Duration value) {
    return new TraceLimits(openTraces, records, operations, producers, timeout, value);
  }
}
