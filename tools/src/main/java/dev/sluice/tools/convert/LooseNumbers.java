package dev.sluice.tools.convert;

import dev.sluice.api.record.FieldType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.regex.Pattern;

/** Which texts are numbers that a field can hold without a change. */
final class LooseNumbers {
  private static final Pattern NUMBER =
      Pattern.compile("-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][-+]?\\d{1,9})?");

  /** Longer texts are no numbers: a double has at most 767 significant digits. */
  private static final int MAX_CHARS = 800;

  private LooseNumbers() {}

  /** LONG, DOUBLE or BOOLEAN if the text is exactly that, otherwise STRING; null for null. */
  static FieldType kind(String text) {
    if (text == null) {
      return null;
    }
    if (text.equals("true") || text.equals("false")) {
      return FieldType.BOOLEAN;
    }
    if (isWhole(text) && String.valueOf(exact(text)).equals(text)) {
      return FieldType.LONG;
    }
    return isDouble(text) ? FieldType.DOUBLE : FieldType.STRING;
  }

  private static boolean isNumber(String text) {
    return text != null
        && !text.isEmpty()
        && text.length() <= MAX_CHARS
        && text.charAt(0) <= '9'
        && NUMBER.matcher(text).matches();
  }

  private static Long exact(String text) {
    BigDecimal value = new BigDecimal(text);
    // The digits of 1e999999999 would take a gigabyte.
    if (value.precision() - (long) value.scale() > 19) {
      return null;
    }
    try {
      return value.longValueExact();
    } catch (ArithmeticException e) {
      return null;
    }
  }

  /** Whether the text is a whole number of 64 bits. */
  static boolean isWhole(String text) {
    return isNumber(text) && exact(text) != null;
  }

  /**
   * The whole number that the text says.
   *
   * @throws NumberFormatException if there is none
   */
  static long whole(String text) {
    if (!isWhole(text)) {
      throw new NumberFormatException(text);
    }
    return exact(text);
  }

  /** Whether a double says as many digits as the text, or the text is NaN or an infinity. */
  static boolean isDouble(String text) {
    if (text == null || text.equals("NaN") || text.endsWith("Infinity")) {
      return text == null || text.matches("NaN|-?Infinity");
    }
    if (!isNumber(text)) {
      return false;
    }
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value)) {
      return false;
    }
    BigDecimal written = new BigDecimal(text);
    MathContext digits = new MathContext(Math.max(1, written.precision()), RoundingMode.HALF_EVEN);
    return new BigDecimal(value).round(digits).compareTo(written) == 0;
  }

  /**
   * The double that the text says.
   *
   * @throws NumberFormatException if there is none
   */
  static double real(String text) {
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value) && !text.endsWith("Infinity")) {
      throw new NumberFormatException(text);
    }
    return value;
  }
}
