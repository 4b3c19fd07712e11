package dev.sluice.tools.recordings;

import java.util.Locale;

/** Human-readable figures with their units. */
public final class Figures {
  private static final String[] BYTE_UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};

  private Figures() {}

  /** A whole number with thousands separators. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** A count and its noun: {@code 1 chunk}, {@code 1,024 chunks}. */
  public static String count(long value, String singular) {
    return count(value) + " " + singular + (value == 1 ? "" : "s");
  }

  /** Bytes in the largest unit that leaves a number of at least one: {@code 3.9 MiB}. */
  public static String bytes(long value) {
    double scaled = value;
    int unit = 0;
    while (scaled >= 1024 && unit < BYTE_UNITS.length - 1) {
      scaled /= 1024;
      unit++;
    }
    return unit == 0
        ? count(value, "byte")
        : String.format(Locale.ROOT, "%.1f %s", scaled, BYTE_UNITS[unit]);
  }

  /** A time with three significant digits or whole units: {@code 12.3 ms}, {@code 7.31 s}. */
  public static String nanos(double nanos) {
    double magnitude = Math.abs(nanos);
    if (magnitude < 1e3) {
      return digits(nanos) + " ns";
    }
    if (magnitude < 1e6) {
      return digits(nanos / 1e3) + " µs";
    }
    return magnitude < 1e9 ? digits(nanos / 1e6) + " ms" : digits(nanos / 1e9) + " s";
  }

  /** A number with two decimals below 10, one below 100, else none. */
  public static String digits(double value) {
    double magnitude = Math.abs(value);
    String format = magnitude < 9.995 ? "%.2f" : magnitude < 99.95 ? "%.1f" : "%,.0f";
    return String.format(Locale.ROOT, format, value);
  }

  /** A part of a whole: {@code 99.9 %}. */
  public static String percent(double part, double whole) {
    return whole == 0 ? "–" : String.format(Locale.ROOT, "%.1f %%", 100 * part / whole);
  }
}
