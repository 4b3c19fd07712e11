package dev.sluice.tools.recordings;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/** Human-readable figures with their units; {@code units.js} gives pages equal texts. */
public final class Figures {
  private static final List<Step> TIMES =
      List.of(
          new Step(172_800e9, 86_400e9, " d"),
          new Step(7_200e9, 3_600e9, " h"),
          new Step(120e9, 60e9, " min"),
          new Step(.9995e9, 1e9, " s"),
          new Step(.9995e6, 1e6, " ms"),
          new Step(.9995e3, 1e3, " µs"),
          new Step(0, 1, " ns"));
  private static final List<String> BYTE_UNITS = List.of("KiB", "MiB", "GiB", "TiB", "PiB");

  /** From which value on a unit is used: what rounds to 1,000 of a unit is 1.00 of the next. */
  private record Step(double from, double size, String unit) {}

  private Figures() {}

  /** A whole number with thousands separators. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** A count and its noun: {@code 1 chunk}, {@code 1,024 chunks}. */
  public static String count(long value, String singular) {
    return count(value) + " " + singular + (value == 1 ? "" : "s");
  }

  /** Bytes with three significant digits in the largest unit: {@code 3.91 MiB}. */
  public static String bytes(long value) {
    double scaled = value;
    int unit = -1;
    while (scaled >= .9995 * 1024 && unit < BYTE_UNITS.size() - 1) {
      scaled /= 1024;
      unit++;
    }
    return unit < 0 ? count(value, "byte") : digits(scaled) + " " + BYTE_UNITS.get(unit);
  }

  /** A time with three significant digits or whole units: {@code 12.3 ms}, {@code 3.00 h}. */
  public static String nanos(double nanos) {
    double magnitude = Math.abs(nanos);
    if (nanos == 0) {
      return "0";
    }
    if (Double.isNaN(nanos)) {
      return "–";
    }
    Step step = TIMES.stream().filter(one -> magnitude >= one.from).findFirst().orElseThrow();
    return digits(nanos / step.size).replace('-', '−') + step.unit;
  }

  /** A number with two decimals below 10, one below 100, else none. */
  public static String digits(double value) {
    double magnitude = Math.abs(value);
    return decimals(value, magnitude < 9.995 ? 2 : magnitude < 99.95 ? 1 : 0);
  }

  /** Rounds the exact value, as scripts do. */
  private static String decimals(double value, int decimals) {
    Object exact = Double.isFinite(value) ? new BigDecimal(value) : (Object) value;
    return String.format(Locale.ROOT, "%,." + decimals + "f", exact);
  }

  /**
   * A part of a whole: {@code 99.9 %}. A part that exists is never {@code 0 %}, and one that lacks
   * something is never {@code 100 %}.
   */
  public static String percent(double part, double whole) {
    double percent = 100 * (part / whole);
    if (percent == 0) {
      return "0 %";
    }
    if (!Double.isFinite(percent)) {
      return "–";
    }
    double magnitude = Math.abs(percent);
    double shown = magnitude < .05 ? .1 : isAlmostAll(magnitude) ? 99.9 : magnitude;
    return bound(percent, magnitude)
        + (percent < 0 ? "−" : "")
        + decimals(shown, shown < 99.95 ? 1 : 0)
        + " %";
  }

  private static boolean isAlmostAll(double percent) {
    return percent >= 99.95 && percent < 100 - 1e-9;
  }

  /** Returns the sign before a part that rounding would make none or all. */
  private static String bound(double percent, double magnitude) {
    boolean isSmall = magnitude < .05;
    if (isSmall || isAlmostAll(magnitude)) {
      return isSmall == percent > 0 ? "<" : ">";
    }
    return "";
  }
}
