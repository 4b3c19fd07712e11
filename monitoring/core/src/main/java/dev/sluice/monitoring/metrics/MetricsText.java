package dev.sluice.monitoring.metrics;

import java.nio.charset.StandardCharsets;

/**
 * Metrics in Prometheus' text format, version 0.0.4. Unknown values have no line. For one thread.
 */
public final class MetricsText {
  /** Content type of the format. */
  public static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /**
   * Maximum number of operations with series of their own; all other operations share the series of
   * {@link #OTHER}.
   */
  public static final int MAX_OPERATIONS = 100;

  /** Name of the operation that stands for all operations beyond the maximum. */
  public static final String OTHER = "other";

  private static final int MAX_LABEL_CHARS = 200;

  private final StringBuilder text = new StringBuilder(16 << 10);
  private String family = "";

  /** Creates an empty text. */
  public MetricsText() {}

  /**
   * Returns a text of at most {@value #MAX_LABEL_CHARS} characters on one line, for a label. A
   * longer text is cut and gets a hash of the whole, so that two texts mostly stay different.
   */
  public static String label(String value) {
    String cut =
        value.length() <= MAX_LABEL_CHARS
            ? value
            : value.substring(0, MAX_LABEL_CHARS - 9) + "~" + Integer.toHexString(value.hashCode());
    return cut.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
  }

  /**
   * Begins a family of series with its type and help.
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
   * Adds a series: its value, which is left out if it is {@code NaN}, and the names and values of
   * its labels in turn.
   */
  public MetricsText value(double value, String... labels) {
    return Double.isNaN(value) ? this : line("", value, labels);
  }

  /**
   * Adds the series of one histogram.
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

  /** Returns the whole text as bytes. */
  public byte[] bytes() {
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
