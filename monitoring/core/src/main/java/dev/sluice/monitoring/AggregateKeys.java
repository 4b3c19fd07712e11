package dev.sluice.monitoring;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.probe.AggregateSettings;
import java.time.Duration;
import java.util.List;

/** The options of aggregation. */
final class AggregateKeys {
  private static final AggregateSettings DEFAULT = AggregateSettings.DEFAULT;

  private static final Key<Integer> CALLS =
      Key.integer(
          "aggregate.calls",
          DEFAULT.calls(),
          1,
          AggregateSettings.MAX_CALLS,
          "Executions of an operation after which a record is made.");
  private static final Key<Duration> INTERVAL =
      Key.duration(
          "aggregate.interval",
          DEFAULT.interval(),
          Duration.ofMillis(1),
          "Time after which a record is made of fewer executions.");
  private static final Key<Integer> DIGITS =
      Key.integer(
          "aggregate.digits",
          DEFAULT.digits(),
          1,
          2,
          "Significant digits of histograms; 1 takes 2.5 KiB a thread and operation, 2 takes 18.");
  private static final Key<Long> MEMORY =
      Key.bytes(
          "aggregate.memory",
          DEFAULT.memoryBytes(),
          0,
          Long.MAX_VALUE,
          "Most memory for aggregation; with less, threads share what they would have alone.");

  static final List<Key<?>> ALL = List.of(CALLS, INTERVAL, DIGITS, MEMORY);

  private AggregateKeys() {}

  /** What the options say; the default where they are wrong, which they note. */
  static AggregateSettings settings(Options options) {
    return new AggregateSettings(
        options.get(CALLS), options.get(INTERVAL), options.get(DIGITS), options.get(MEMORY));
  }
}
