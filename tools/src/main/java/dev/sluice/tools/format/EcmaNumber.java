package dev.sluice.tools.format;

import com.fasterxml.jackson.core.io.schubfach.DoubleToDecimal;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Doubles as ECMAScript's Number::toString writes them (ECMA-262, 6.1.6.1.20): the shortest digits
 * that read back as the same double, with an exponent only below 1e-6 and from 1e21. The one
 * difference is -0, which is kept as {@code -0.0}.
 */
final class EcmaNumber {
  private static final double MAX_EXACT = 1L << 53;
  private static final MathContext ONE_DIGIT = new MathContext(1, RoundingMode.HALF_UP);

  private EcmaNumber() {}

  /** Returns the text of any double; of one that is not finite as Java has it. */
  static String anyText(double value) {
    return Double.isFinite(value) ? text(value) : Double.toString(value);
  }

  /** Returns the text of a finite double. */
  static String text(double value) {
    if (Math.abs(value) < MAX_EXACT && (long) value == value) {
      return value == 0 && 1 / value < 0 ? "-0.0" : Long.toString((long) value);
    }
    String text = DoubleToDecimal.toString(value);
    int exponent = text.indexOf('E');
    if (exponent < 0) {
      return text; // from 1e-3 to 1e7 Java lays them out alike
    }
    int first = value < 0 ? 1 : 0;
    String digits = text.charAt(first) + text.substring(first + 2, exponent);
    int point = 1 + Integer.parseInt(text.substring(exponent + 1));
    if (digits.length() == 2) {
      BigDecimal few = shortest(Math.abs(value));
      digits = few.unscaledValue().toString();
      point = few.precision() - few.scale();
    }
    return (value < 0 ? "-" : "") + layout(digits, point);
  }

  /**
   * Java's algorithm never gives fewer than two digits, but one may be enough (4.9E-324 is 5e-324).
   */
  private static BigDecimal shortest(double magnitude) {
    BigDecimal decimal = new BigDecimal(DoubleToDecimal.toString(magnitude)).stripTrailingZeros();
    if (decimal.precision() == 2) {
      BigDecimal single = decimal.round(ONE_DIGIT).stripTrailingZeros();
      return single.doubleValue() == magnitude ? single : decimal;
    }
    return decimal;
  }

  /** Lays out 0.digits times ten to the power of {@code point}. */
  private static String layout(String digits, int point) {
    int count = digits.length();
    if (point > 21 || point <= -6) {
      String fraction = count == 1 ? "" : "." + digits.substring(1);
      return digits.charAt(0) + fraction + (point > 0 ? "e+" : "e-") + Math.abs(point - 1);
    }
    if (point <= 0) {
      return "0." + "0".repeat(-point) + digits;
    }
    return count <= point
        ? digits + "0".repeat(point - count)
        : digits.substring(0, point) + "." + digits.substring(point);
  }
}
