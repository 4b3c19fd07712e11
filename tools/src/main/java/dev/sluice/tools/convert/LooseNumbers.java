package dev.sluice.tools.convert;

import dev.sluice.api.record.FieldType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.regex.Pattern;

/** Parser for texts that are numbers which a field can hold without a change. */
final class LooseNumbers {
  private static final Pattern NUMBER =
      Pattern.compile("-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][-+]?\\d{1,9})?");

  /** Maximum length of a number: a double has at most 767 significant digits. */
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
    if (isWhole(text) && text.equals(String.valueOf(whole(text)))) {
      return FieldType.LONG;
    }
    return isDouble(text) ? FieldType.DOUBLE : FieldType.STRING;
  }

  private static boolean isNumber(String text) {
    return text != null && text.length() <= MAX_CHARS && NUMBER.matcher(text).matches();
  }

  /** Returns whether the text is a whole number of 64 bits. */
  static boolean isWhole(String text) {
    try {
      return isNumber(text) && new BigDecimal(text).longValueExact() <= Long.MAX_VALUE;
    } catch (ArithmeticException e) {
      return false;
    }
  }

  /**
   * Returns the whole number that the text says.
   *
   * @throws NumberFormatException if there is none of 64 bits
   */
  static long whole(String text) {
    if (!isWhole(text)) {
      throw new NumberFormatException(text);
    }
    return new BigDecimal(text).longValue();
  }

  /** Returns whether a double has as many digits as the text, or the text is NaN or an infinity. */
  static boolean isDouble(String text) {
    if (!isNumber(text)) {
      return text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity");
    }
    double value = Double.parseDouble(text);
    BigDecimal written = new BigDecimal(text);
    MathContext digits = new MathContext(written.precision(), RoundingMode.HALF_EVEN);
    return Double.isFinite(value) && new BigDecimal(value).round(digits).compareTo(written) == 0;
  }

  /**
   * Returns the double that the text says.
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
