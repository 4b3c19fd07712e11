package dev.sluice.api.config;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A limit of a figure, as a text has it: {@code p99<250ms}, {@code failed(GET /orders)>=1%}.
 * Immutable.
 *
 * @param text what was read
 * @param subject name of the figure
 * @param of text in parentheses after the subject; null if there are none
 * @param sign {@code <}, {@code <=}, {@code >} or {@code >=}
 * @param value a number; a time in nanoseconds
 * @param unit {@code ns}, {@code us}, {@code ms}, {@code s}, {@code m}, {@code h} or {@code d} for
 *     a time, {@code %}, or empty
 */
public record Limit(
    String text, String subject, String of, String sign, double value, String unit) {
  private static final Pattern FORM =
      Pattern.compile(
          "([a-zA-Z][\\w+.-]*)\\s*(?:\\((.*)\\))?\\s*([<>]=?)\\s*(\\d{1,18}(?:\\.\\d{1,18})?)\\s*([a-zA-Zµ]*|%)");

  /** A comma within parentheses is part of a name. */
  private static final Pattern COMMA = Pattern.compile(",(?![^(]*\\)[^,]*[<>])");

  /**
   * Reads limits with commas between them.
   *
   * @throws ConfigurationException in one line, if one of them is no limit
   */
  public static List<Limit> list(String text, String example) {
    return Stream.of(COMMA.split(text, -1)).map(one -> parse(one, example)).toList();
  }

  /**
   * Reads one limit.
   *
   * @param example a limit for the message
   * @throws ConfigurationException in one line, if the text is no limit
   */
  public static Limit parse(String text, String example) {
    Matcher parts = FORM.matcher(text.strip());
    if (!parts.matches()) {
      throw wrong(
          text.strip(), "is no limit: it needs a name, < <= > or >=, and a number", example);
    }
    String unit = parts.group(5);
    double value = Double.parseDouble(parts.group(4));
    try {
      value *= unit.isEmpty() || unit.equals("%") ? 1 : Units.time("1" + unit).toNanos();
    } catch (IllegalArgumentException e) {
      throw wrong(
          text.strip(), "has the unit '" + unit + "': use ns, us, ms, s, m, h, d or %", example);
    }
    return new Limit(text.strip(), parts.group(1), parts.group(2), parts.group(3), value, unit);
  }

  /** Returns whether the value has a unit of time. */
  public boolean isTime() {
    return !unit.isEmpty() && !unit.equals("%");
  }

  /** Returns whether a value is on the side that the sign names. */
  public boolean isMetBy(double other) {
    int order = Double.compare(other, value);
    return order == 0 ? sign.endsWith("=") : order > 0 == sign.startsWith(">");
  }

  /** Returns what to throw if the limit has another form than its reader expects. */
  public ConfigurationException wrong(String why, String example) {
    return wrong(text, why, example);
  }

  private static ConfigurationException wrong(String text, String why, String example) {
    return new ConfigurationException(List.of("'%s' %s, as %s".formatted(text, why, example)));
  }
}
