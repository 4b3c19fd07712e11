package dev.sluice.cli.analyze;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A figure as a page shows it: all values that are rounded to its text, in nanoseconds, bytes,
 * parts of one or plain numbers.
 *
 * @param low the least of them
 * @param high the greatest of them
 */
public record ShownFigure(double low, double high) {
  private static final Map<String, Double> UNITS =
      Map.ofEntries(
          Map.entry("", 1.0),
          Map.entry("ns", 1.0),
          Map.entry("µs", 1e3),
          Map.entry("ms", 1e6),
          Map.entry("s", 1e9),
          Map.entry("min", 60e9),
          Map.entry("h", 3600e9),
          Map.entry("d", 86_400e9),
          Map.entry("k", 1e3),
          Map.entry("M", 1e6),
          Map.entry("G", 1e9),
          Map.entry("%", 0.01),
          Map.entry("KiB", 1024.0),
          Map.entry("MiB", 1048576.0),
          Map.entry("GiB", 1073741824.0));
  private static final Pattern FIGURE =
      Pattern.compile("[≈~×≥]? ?([<>+]?)([−-]?)([\\d,]+(?:\\.(\\d+))?)(?: (\\S+))?.*");

  /** The figure at the beginning of a text. */
  public static ShownFigure of(String text) {
    if (text.equals("–") || text.equals("none")) {
      return new ShownFigure(0, 0);
    }
    Matcher found = FIGURE.matcher(text.strip());
    if (!found.matches()) {
      throw new AssertionError("no figure: " + text);
    }
    String unit = found.group(5) == null ? "" : found.group(5).replaceAll("[;,|].*", "");
    double size = UNITS.getOrDefault(unit, 1.0);
    double value = Double.parseDouble(found.group(2).replace("−", "-") + plain(found.group(3)));
    int decimals = found.group(4) == null ? 0 : found.group(4).length();
    double half = 0.5 * Math.pow(10, -decimals);
    if (found.group(1).equals("<")) {
      return new ShownFigure(0, value * size);
    }
    if (found.group(1).equals(">")) {
      return new ShownFigure(value * size, value < 0 ? 0 : Double.POSITIVE_INFINITY);
    }
    return new ShownFigure((value - half) * size, (value + half) * size);
  }

  private static String plain(String digits) {
    return digits.replace(",", "");
  }

  /** Whether a value of that range may be shown so. */
  public boolean isOf(double least, double most) {
    double error = 1e-9 * Math.max(1, Math.abs(most));
    return low <= most + error && high >= least - error;
  }

  /** Whether that value may be shown so. */
  public boolean isOf(double value) {
    return isOf(value, value);
  }

  /** The middle of the values that are shown so. */
  public double middle() {
    return (low + high) / 2;
  }
}
