package dev.sluice.monitoring.metrics;

import java.nio.charset.StandardCharsets;

/**
 * Metrics in Prometheus' text format, version 0.0.4. What is not known has no line. For one thread.
 */
public final class MetricsText {
  /** The content type. */
  public static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /** Operations that have series of their own; all others share those of {@link #OTHER}. */
  public static final int MOST_OPERATIONS = 100;

  /** The operation of all that are beyond the most. */
  public static final String OTHER = "other";

  private static final int MOST_LABEL = 200;

  private final StringBuilder text = new StringBuilder(16 << 10);
  private String family = "";

  /** An empty one. */
  public MetricsText() {}

  /**
   * Returns a text of at most {@value #MOST_LABEL} characters on one line, for a label. Of a longer one it
   * has the beginning and a number made of all of it, so that two of them mostly stay two.
   */
  public static String label(String value) {
    String cut =
        value.length() <= MOST_LABEL
            ? value
            : value.substring(0, MOST_LABEL - 9) + "~" + Integer.toHexString(value.hashCode());
    return cut.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
  }

  /**
   * Begins the series of a name.
   *
   * @param type {@code counter}, whose name ends in {@code _total}, {@code gauge} or {@code
   *     histogram}
   * @param help a sentence
   */
  public MetricsText family(String type, String name, String help) {
    family = name;
    text.append("# HELP %1$s %2$s\n# TYPE %1$s %3$s\n".formatted(name, help, type));
    return this;
  }

  /**
   * One series: its value, of which nothing is said if it is {@code NaN}, and names and values of
   * its labels by turns.
   */
  public MetricsText value(double value, String... labels) {
    return Double.isNaN(value) ? this : line("", value, labels);
  }

  /**
   * Returns the series of one histogram.
   *
   * @param counts of each of the {@link DurationBuckets}, not added up
   * @param nanos the sum of all durations
   */
  public MetricsText durations(long[] counts, long nanos, String name, String value) {
    long all = 0;
    for (int i = 0; i < DurationBuckets.SIZE - 1; i++) {
      all += counts[i];
      line("_bucket", all, name, value, "le", DurationBuckets.SECONDS.get(i));
    }
    all += counts[DurationBuckets.SIZE - 1];
    line("_bucket", all, name, value, "le", "+Inf");
    line("_sum", nanos / 1e9, name, value);
    return line("_count", all, name, value);
  }

  private MetricsText line(String suffix, double value, String... labels) {
    text.append(family).append(suffix);
    for (int i = 0; i < labels.length; i += 2) {
      text.append(i == 0 ? '{' : ',').append(labels[i]).append("=\"");
      text.append(escaped(labels[i + 1])).append('"');
    }
    text.append(labels.length == 0 ? " " : "} ");
    boolean isWhole = value == (long) value;
    text.append(isWhole ? Long.toString((long) value) : Double.toString(value)).append('\n');
    return this;
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  /** All of it. */
  public byte[] bytes() {
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
