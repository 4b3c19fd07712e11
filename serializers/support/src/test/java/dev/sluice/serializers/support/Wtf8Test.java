package dev.sluice.serializers.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Wtf8Test {
  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }

  @ParameterizedTest
  @CsvSource({
    "'', ''",
    "61, a",
    "c3a4, ä",
    "e282ac, €",
    "ee8080, \ue000",
    "efbfbf, \uffff",
    "f09f9880, 😀",
    "f48fbfbf, \udbff\udfff"
  })
  void utf8_is_accepted(String digits, String text) {
    byte[] bytes = hex(digits);
    assertThat(Wtf8.firstWrong(bytes, 0, bytes.length)).isEqualTo(-1);
    assertThat(Wtf8.decode(bytes, 0, bytes.length)).isEqualTo(text);
  }

  @Test
  void lone_surrogates_are_accepted() {
    byte[] bytes = hex("eda0bd61edb880edb880eda0bd");
    assertThat(Wtf8.firstWrong(bytes, 0, bytes.length)).isEqualTo(-1);
    assertThat(Wtf8.decode(bytes, 0, bytes.length)).isEqualTo("\ud83da\ude00\ude00\ud83d");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "80",
        "bf",
        "c0",
        "c080",
        "c1bf",
        "c3",
        "c328",
        "e08080",
        "e09fbf",
        "e282",
        "e28261",
        "eda0bdedb880",
        "f0808080",
        "f08fbfbf",
        "f0908d",
        "f4908080",
        "f5808080",
        "f8888080",
        "ff"
      })
  void overlong_cut_paired_and_too_large_forms_are_refused(String digits) {
    byte[] bytes = hex("616161616161616161" + digits + "62");
    assertThat(Wtf8.firstWrong(bytes, 0, bytes.length)).isBetween(9, 12);
    assertThat(Wtf8.firstWrong(bytes, 0, bytes.length - 1)).isBetween(9, 12);
  }
}
