package dev.sluice.monitoring.probe;

import java.time.Duration;

/**
 * How executions are aggregated. Immutable.
 *
 * @param calls a record is made at the latest when so many executions of an operation came together
 *     on a thread, 1 to {@value #MAX_CALLS}; records have fewer than twice as many
 * @param interval a record is made at least so often while there are executions, at least 1 ms
 * @param digits significant decimal digits of a histogram: 1 tells durations apart that differ by a
 *     sixteenth and takes 2.5 KiB for each thread and operation, 2 those that differ by a 128th,
 *     with 18 KiB
 * @param memoryBytes most that the state of threads and the histograms take together, not negative.
 *     When it is used up, threads share the state of an operation, which takes them a lock for each
 *     execution, and operations that are new are aggregated without a histogram. Beside it each
 *     operation takes less than 300 bytes
 */
public record AggregateSettings(int calls, Duration interval, int digits, long memoryBytes) {
  /** Largest number of calls. */
  public static final int MAX_CALLS = 1_000_000_000;

  /** 1 000 calls or 10 s, 1 digit, 16 MiB. */
  public static final AggregateSettings DEFAULT =
      new AggregateSettings(1000, Duration.ofSeconds(10), 1, 16 << 20);

  /**
   * Checks.
   *
   * @throws IllegalArgumentException if a value is out of its range
   */
  public AggregateSettings {
    check(calls >= 1 && calls <= MAX_CALLS, "calls must be 1 to " + MAX_CALLS + ", was " + calls);
    check(interval.toMillis() >= 1, "interval must be at least 1 ms, was " + interval);
    check(digits == 1 || digits == 2, "digits must be 1 or 2, was " + digits);
    check(memoryBytes >= 0, "memoryBytes must not be negative, was " + memoryBytes);
  }

  private static void check(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
