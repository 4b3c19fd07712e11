package dev.sluice.monitoring.metrics;

import java.math.BigDecimal;
import java.util.List;

/** Buckets of durations in metrics, equal for all operations, so that they can be added. */
public final class DurationBuckets {
  /** Upper bounds of the buckets in seconds. */
  static final List<String> SECONDS =
      List.of(
          "0.000001 0.00001 0.0001 0.0005 0.001 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10"
              .split(" "));

  private static final long[] NANOS =
      SECONDS.stream().mapToLong(s -> new BigDecimal(s).movePointRight(9).longValue()).toArray();

  /** Number of buckets, the last one without a bound. */
  public static final int SIZE = SECONDS.size() + 1;

  private DurationBuckets() {}

  /** Returns the bucket of a duration: the first whose bound is not below it. */
  public static int of(long nanos) {
    int bucket = 0;
    while (bucket < NANOS.length && nanos > NANOS[bucket]) {
      bucket++;
    }
    return bucket;
  }
}
