package dev.sluice.api.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"", "a", "12345678", "123456789", "äöü", "€uro", "😀", "a😀b", "\u0000", "\uffff"})
  void well_formed_text_is_utf_8(String text) {
    byte[] expected = text.getBytes(StandardCharsets.UTF_8);

    assertThat(Rows.textBytes(text)).isEqualTo(expected.length);
    assertThat(roundTrip(text)).isEqualTo(expected);
  }

  @Test
  void a_lone_surrogate_keeps_its_three_bytes() {
    assertThat(roundTrip("\ud83d")).containsExactly(0xed, 0xa0, 0xbd);
    assertThat(roundTrip("\ude00\ud83d")).containsExactly(0xed, 0xb8, 0x80, 0xed, 0xa0, 0xbd);
    assertThat(Rows.textBytes("\ude00\ud83d")).isEqualTo(6);
  }

  @Test
  void null_has_no_bytes() {
    assertThat(Rows.textBytes(null)).isZero();
  }

  @Test
  void every_code_point_survives() {
    for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
      if (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE) {
        String text = Character.toString(point);
        byte[] expected = text.getBytes(StandardCharsets.UTF_8);
        if (!Arrays.equals(roundTrip(text), expected)) {
          assertThat(roundTrip(text)).as("code point %x", point).isEqualTo(expected);
        }
      }
    }
    assertThat(Rows.textBytes(Character.toString(Character.MAX_CODE_POINT))).isEqualTo(4);
  }

  @Test
  void bytes_of_every_length_around_a_word_come_back() {
    for (int length = 0; length <= 17; length++) {
      byte[] bytes = new byte[length];
      for (int i = 0; i < length; i++) {
        bytes[i] = (byte) (200 + i);
      }
      long[] words = new long[1 + RowLayout.inlineWords(length)];
      int end = Rows.putBytes(words, 1, bytes);

      assertThat(end).isEqualTo(1 + RowLayout.inlineWords(length));
      byte[] back = new byte[length];
      assertThat(Rows.copyInline(words, 1, back, 0)).isEqualTo(length);
      assertThat(back).isEqualTo(bytes);
    }
  }

  @Test
  void ascii_of_every_length_around_a_word_comes_back() {
    String all = "0 ~\u007f\nAz}{/\u0001\\\"'9aZ#";
    for (int length = 0; length <= all.length(); length++) {
      String text = all.substring(0, length);
      assertThat(roundTrip(text)).isEqualTo(text.getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static byte[] roundTrip(String text) {
    int bytes = Rows.textBytes(text);
    long[] words = new long[RowLayout.inlineWords(bytes)];
    assertThat(Rows.putText(words, 0, text, bytes)).isEqualTo(words.length);
    byte[] back = new byte[bytes];
    Rows.copyInline(words, 0, back, 0);
    return back;
  }
}
