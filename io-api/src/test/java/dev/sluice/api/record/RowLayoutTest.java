package dev.sluice.api.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowLayoutTest {
  @Test
  void an_operation_execution_takes_six_words() {
    FieldType text = FieldType.STRING;
    List<Field> fields =
        fields(
            text,
            text,
            FieldType.LONG,
            FieldType.LONG,
            FieldType.LONG,
            text,
            FieldType.INT,
            FieldType.INT);
    RowLayout layout = RowLayout.of(fields);

    assertThat(layout.fixedWords()).isEqualTo(6);
    assertThat(layout.word(0)).isZero();
    assertThat(layout.shift(0)).isEqualTo(32);
    assertThat(layout.word(1)).isEqualTo(1);
    assertThat(layout.shift(1)).isZero();
    assertThat(layout.word(5)).isEqualTo(1);
    assertThat(layout.shift(5)).isEqualTo(32);
    assertThat(List.of(layout.word(2), layout.word(3), layout.word(4))).containsExactly(3, 4, 5);
  }

  @Test
  void first_boolean_takes_no_room() {
    RowLayout layout =
        RowLayout.of(
            fields(FieldType.STRING, FieldType.BOOLEAN, FieldType.LONG, FieldType.BOOLEAN));

    assertThat(layout.fixedWords()).isEqualTo(3);
    assertThat(layout.word(1)).isZero();
    assertThat(layout.shift(1)).isEqualTo(RowLayout.FLAG_SHIFT);
    assertThat(layout.word(3)).isEqualTo(1);
    long most = RowLayout.header(RowLayout.MAX_WORDS, RowLayout.MAX_TYPE_ID, 3);
    assertThat(most >>> RowLayout.FLAG_SHIFT & 1).as("bit in use").isZero();
    long flagged = RowLayout.header(7, 5) | 1L << RowLayout.FLAG_SHIFT;
    assertThat(RowLayout.typeId(flagged)).isEqualTo(5);
    assertThat(RowLayout.words(flagged)).isEqualTo(7);
    assertThat(RowLayout.state(flagged)).isEqualTo(RowLayout.COMMITTED);
  }

  @Test
  void no_two_fields_share_bits_whatever_the_mix() {
    for (int mix = 0; mix < 1 << 9; mix++) {
      FieldType[] types = new FieldType[9];
      for (int i = 0; i < types.length; i++) {
        types[i] = (mix & 1 << i) == 0 ? FieldType.INT : FieldType.LONG;
      }
      RowLayout layout = RowLayout.of(fields(types));
      boolean[] halves = new boolean[2 * layout.fixedWords()];
      halves[0] = true; // length, type id and state
      for (int i = 0; i < types.length; i++) {
        int half = 2 * layout.word(i) + layout.shift(i) / 32;
        take(halves, half);
        if (types[i].isWide()) {
          take(halves, half + 1);
        }
      }
    }
  }

  private static void take(boolean[] halves, int half) {
    assertThat(halves[half]).as("half word %d is free", half).isFalse();
    halves[half] = true;
  }

  @Test
  void a_header_gives_back_what_was_put_in() {
    long header = RowLayout.header(RowLayout.MAX_WORDS, RowLayout.MAX_TYPE_ID) | 0xffff_ffffL << 32;

    assertThat(RowLayout.words(header)).isEqualTo(RowLayout.MAX_WORDS);
    assertThat(RowLayout.typeId(header)).isEqualTo(RowLayout.MAX_TYPE_ID);
    assertThat(RowLayout.state(header)).isEqualTo(RowLayout.COMMITTED);
    assertThat(RowLayout.state(RowLayout.header(7, 3, RowLayout.ABORTED)))
        .isEqualTo(RowLayout.ABORTED);
    assertThat(RowLayout.state(RowLayout.header(7, 0, RowLayout.CLAIMED)))
        .isEqualTo(RowLayout.CLAIMED);
  }

  private static List<Field> fields(FieldType... types) {
    List<Field> fields = new ArrayList<>();
    for (FieldType type : types) {
      fields.add(Field.of("f" + fields.size(), type));
    }
    return fields;
  }
}
