package dev.sluice.api.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 13, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void what_is_printed_is_read_as_the_same_id(long id) {
    assertThat(Ids.print(id)).matches("[0-9a-f]{16}");
    assertThat(Ids.parse(Ids.print(id))).isEqualTo(id);
  }

  @Test
  void zeros_in_front_and_the_case_do_not_matter_and_digits_are_hexadecimal() {
    assertThat(Ids.parse("d")).isEqualTo(Ids.parse("000D")).isEqualTo(13);
    assertThat(Ids.parse("10")).isEqualTo(16);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " 1", "-1", "0x1", "g", "00000000000000001"})
  void what_is_no_id_is_refused(String text) {
    assertThatThrownBy(() -> Ids.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'");
  }
}
