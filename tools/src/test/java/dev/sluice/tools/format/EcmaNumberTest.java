package dev.sluice.tools.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EcmaNumberTest {
  /** Right column: what a JavaScript engine prints for the left one. */
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "-1, -1",
    "0.1, 0.1",
    "0.5, 0.5",
    "123.456, 123.456",
    "-123.456, -123.456",
    "100, 100",
    "1e20, 100000000000000000000",
    "123456789012345680000, 123456789012345680000",
    "1e21, 1e+21",
    "1.5e21, 1.5e+21",
    "1.2345e300, 1.2345e+300",
    "0.000001, 0.000001",
    "0.0000012, 0.0000012",
    "1e-7, 1e-7",
    "1.5e-7, 1.5e-7",
    "-1.5e-7, -1.5e-7",
    "5e-324, 5e-324",
    "1e-323, 1e-323",
    "1.5e-323, 1.5e-323",
    "2.2250738585072014e-308, 2.2250738585072014e-308",
    "1.7976931348623157e308, 1.7976931348623157e+308",
    "9007199254740991, 9007199254740991",
    "9007199254740992, 9007199254740992",
    "9007199254740994, 9007199254740994",
    "9223372036854775807, 9223372036854776000",
    "2e23, 2e+23",
    "9.5e-3, 0.0095",
    "0.30000000000000004, 0.30000000000000004",
    "4.35, 4.35",
    "2.0e-3, 0.002",
    "1.0e23, 1e+23"
  })
  void prints_as_ecmascript_does(double value, String expected) {
    assertThat(EcmaNumber.text(value)).isEqualTo(expected);
  }

  @Test
  void keeps_the_sign_of_zero() {
    assertThat(EcmaNumber.text(-0.0)).isEqualTo("-0.0");
    assertThat(EcmaNumber.text(0.0)).isEqualTo("0");
  }

  @Test
  void floats_show_what_widening_makes_of_them() {
    assertThat(EcmaNumber.text(0.1f)).isEqualTo("0.10000000149011612");
    assertThat(EcmaNumber.text(Float.MAX_VALUE)).isEqualTo("3.4028234663852886e+38");
    assertThat(EcmaNumber.text(Float.MIN_VALUE)).isEqualTo("1.401298464324817e-45");
  }

  @Test
  void every_double_reads_back_as_itself() {
    SplittableRandom random = new SplittableRandom(42);
    for (int i = 0; i < 200_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        assertThat(Double.parseDouble(EcmaNumber.text(value))).isEqualTo(value);
      }
    }
  }

  @Test
  void any_double_reads_back_and_has_no_shorter_text() {
    Random random = new Random(7);
    for (int i = 0; i < 50_000; i++) {
      double value =
          i % 2 == 0
              ? Double.longBitsToDouble(random.nextLong())
              : random.nextInt(100_000) * Math.pow(10, random.nextInt(60) - 30);
      if (Double.isFinite(value)) {
        BigDecimal text = new BigDecimal(EcmaNumber.text(value));
        assertThat(text.doubleValue()).isEqualTo(value);
        int digits = text.stripTrailingZeros().precision();
        if (digits > 1 && Math.abs(value) >= Double.MIN_NORMAL) {
          MathContext shorter = new MathContext(digits - 1);
          assertThat(text.round(shorter).doubleValue()).as("%s", value).isNotEqualTo(value);
        }
      }
    }
  }
}
