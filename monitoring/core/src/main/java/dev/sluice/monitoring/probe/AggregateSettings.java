package dev.sluice.monitoring.probe;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Settings for the aggregation of executions. Immutable.
 *
 * @param calls executions of an operation on a thread after which a record is made, 1 to {@value
 *     #MAX_CALLS}; a record has fewer than twice as many
 * @param interval longest time between two records of an operation that is executed, at least 1 ms
 * @param digits significant decimal digits of a histogram: 1 tells durations apart that differ by a
 *     sixteenth and takes 2.5 KiB for each thread and operation, 2 those that differ by a 128th,
 *     with 18 KiB
 * @param memoryBytes limit of the memory of threads' states and histograms together, not negative.
 *     When it is reached, threads share the state of an operation, which costs a lock for each
 *     execution, and new operations are aggregated without a histogram. In addition each operation
 *     takes less than 300 bytes
 */
public record AggregateSettings(int calls, Duration interval, int digits, long memoryBytes) {
  /** Maximum number of calls. */
  public static final int MAX_CALLS = 1_000_000_000;

  private static final Key<Integer> CALLS =
      Key.integer(
          "aggregate.calls",
          1000,
          1,
          MAX_CALLS,
          "Executions of an operation after which a record is made.");
  private static final Key<Duration> INTERVAL =
      Key.duration(
          "aggregate.interval",
          Duration.ofSeconds(10),
          Duration.ofMillis(1),
          "Time after which a record is made of fewer executions.");
  private static final Key<Integer> DIGITS =
      Key.integer(
          "aggregate.digits",
          1,
          1,
          2,
          "Significant digits of histograms; 1 takes 2.5 KiB a thread and operation, 2 takes 18.");
  private static final Key<Long> MEMORY =
      Key.bytes(
          "aggregate.memory",
          16L << 20,
          0,
          Long.MAX_VALUE,
          "Maximum memory for aggregation; with less, threads share aggregates.");

  /** Options that are read into these settings. */
  public static final List<Key<?>> KEYS = List.of(CALLS, INTERVAL, DIGITS, MEMORY);

  /** The defaults of the options. */
  public static final AggregateSettings DEFAULT = of(new Options(Map.of()));

  /**
   * Checks the values.
   *
   * @throws ConfigurationException if a value is out of its range; the message names its option
   */
  public AggregateSettings {
    CALLS.check(calls);
    INTERVAL.check(interval);
    DIGITS.check(digits);
    MEMORY.check(memoryBytes);
  }

  /** Reads the options; mistakes are noted there, and stand for the default. */
  public static AggregateSettings of(Options options) {
    return new AggregateSettings(
        options.get(CALLS), options.get(INTERVAL), options.get(DIGITS), options.get(MEMORY));
  }
}
