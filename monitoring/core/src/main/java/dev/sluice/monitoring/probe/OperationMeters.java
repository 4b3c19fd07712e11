package dev.sluice.monitoring.probe;

import dev.sluice.monitoring.metrics.DurationBuckets;
import dev.sluice.monitoring.metrics.MetricsText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Counts of the executions of operations since the start, for metrics. They include executions
 * without a record, because their trace is not recorded. An operation whose aggregates become
 * records is counted while these are on. The first operations that are executed have a meter of
 * their own until the end, so that no counter ever falls; all others share one. Any thread.
 */
public final class OperationMeters {
  private static final int FAILED = DurationBuckets.SIZE;
  private static final int NANOS = FAILED + 1;

  private final Map<String, Meter> named = new ConcurrentSkipListMap<>();

  private volatile long others;

  OperationMeters() {}

  /**
   * Buckets, failures and sum of an operation; replaced as a whole, so that a reader needs no lock
   * and sees consistent values.
   */
  static final class Meter extends AtomicReference<long[]> {
    private static final long serialVersionUID = 1;

    Meter() {
      super(new long[NANOS + 1]);
    }

    void add(DurationStats batch) {
      updateAndGet(
          before -> {
            long[] sum = before.clone();
            for (int i = 0; i < FAILED; i++) {
              sum[i] += batch.buckets[i];
            }
            sum[FAILED] += batch.exceptions;
            sum[NANOS] += batch.sum;
            return sum;
          });
    }
  }

  /**
   * Returns the meter of an operation that is executed for the first time; one caller at a time.
   */
  Meter of(String signature) {
    String label = MetricsText.label(signature);
    if (named.size() >= MetricsText.MAX_OPERATIONS && !named.containsKey(label)) {
      others++;
      label = MetricsText.OTHER;
    }
    return named.computeIfAbsent(label, absent -> new Meter());
  }

  /** Returns the number of executed operations that share one meter. */
  public long others() {
    return others;
  }

  /**
   * Returns the counts by name, at most one {@link AggregateSettings#interval} old; takes no lock
   * that an execution waits for.
   */
  public List<OperationCounts> counts() {
    return named.entrySet().stream()
        .map(
            meter -> {
              long[] all = meter.getValue().get();
              return new OperationCounts(
                  meter.getKey(), all[FAILED], all[NANOS], Arrays.copyOf(all, FAILED));
            })
        .toList();
  }
}
