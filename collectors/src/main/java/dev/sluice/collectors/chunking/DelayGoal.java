package dev.sluice.collectors.chunking;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Key;
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

  /** Most records of a chunk that adapts, unless configured otherwise. */
  public static final int CHUNK_RECORDS = 8192;

  private static final Key<Duration> TIME = Key.duration("time", null, MIN, "");

  /**
   * Reads {@code p99<250ms}; blanks may stand around the parts.
   *
   * @throws IllegalArgumentException if the text is no such goal
   */
  public static DelayGoal parse(String text) {
    int less = text.indexOf('<');
    if (less < 0 || !text.trim().startsWith("p")) {
      throw new IllegalArgumentException(text);
    }
    double percent = Double.parseDouble(text.substring(text.indexOf('p') + 1, less).trim());
    if (!(percent >= 50 && percent <= 99.9)) {
      throw new IllegalArgumentException(text);
    }
    return new DelayGoal(percent / 100, time(text.substring(less + 1).trim()));
  }

  private static long time(String text) {
    try {
      return TIME.parse(text).toNanos();
    } catch (ConfigurationException e) {
      throw new IllegalArgumentException(text, e); // whoever reads the goal tells what is expected
    }
  }

  /** The text that {@link #parse} reads. */
  @Override
  public String toString() {
    String percent = String.valueOf(Math.round(quantile * 1000) / 10.0);
    return "p" + percent.replaceFirst("\\.0$", "") + "<" + TIME.print(Duration.ofNanos(nanos));
  }
}
