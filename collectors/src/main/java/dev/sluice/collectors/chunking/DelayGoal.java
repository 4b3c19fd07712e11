package dev.sluice.collectors.chunking;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Limit;
import java.time.Duration;

/**
 * A quantile of the delay that is to stay below a time: {@code p99<250ms}. Immutable.
 *
 * @param quantile from 0.5 to 0.999
 * @param nanos at least {@link #MIN}
 */
public record DelayGoal(double quantile, long nanos) {
  /** The shortest time that can be a goal. */
  public static final Duration MIN = Duration.ofMillis(5);

  /** What {@link #parse} takes, as the end of "must be …". */
  public static final String EXPECTED =
      "a quantile from p50 to p99.9, '<' and a time of at least 5ms, as p99<250ms";

  /** Maximum number of records of a chunk that adapts, unless configured otherwise. */
  public static final int CHUNK_RECORDS = 8192;

  private static final Key<Duration> TIME = Key.duration("time", null, MIN, "");

  /**
   * Reads {@code p99<250ms}; blanks may stand around the parts.
   *
   * @throws IllegalArgumentException if the text is no such goal
   */
  public static DelayGoal parse(String text) {
    Limit limit = Limit.parse(text, "p99<250ms");
    boolean isQuantile = limit.subject().matches("p\\d\\d(\\.\\d+)?") && limit.of() == null;
    double percent = isQuantile ? Double.parseDouble(limit.subject().substring(1)) : 0;
    boolean isTime = limit.isTime() && limit.value() >= MIN.toNanos();
    if (percent < 50 || percent > 99.9 || !isTime || !limit.sign().equals("<")) {
      throw new IllegalArgumentException(text);
    }
    return new DelayGoal(percent / 100, (long) limit.value());
  }

  /** Returns the text that {@link #parse} reads. */
  @Override
  public String toString() {
    String percent = String.valueOf(Math.round(quantile * 1000) / 10.0);
    return "p" + percent.replaceFirst("\\.0$", "") + "<" + TIME.print(Duration.ofNanos(nanos));
  }
}
