package dev.sluice.serializers.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.Rows;
import dev.sluice.api.spi.DecodeLimits;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class StringTableTest {
  private static byte[] text(String text) {
    return Rows.wtf8(text);
  }

  private static String at(StringTable table, int id) {
    return new String(Arrays.copyOfRange(table.array(), table.start(id), table.start(id + 1)));
  }

  @Test
  void ids_rise_in_the_order_of_first_use_and_start_over_with_each_chunk() {
    StringTable table = new StringTable();
    for (int chunk = 0; chunk < 3; chunk++) {
      table.begin(1000);
      for (int round = 0; round < 2; round++) {
        for (int i = 1; i <= 5000; i++) {
          assertThat(table.add(text("text " + chunk + i))).isEqualTo(i);
        }
      }
      assertThat(table.count()).isEqualTo(5000);
      assertThat(at(table, 4711)).isEqualTo("text " + chunk + 4711);
      assertThat(table.isFull()).isFalse();
    }
  }

  @Test
  void known_strings_have_negative_ids_and_are_not_carried() {
    byte[][] known = new byte[300][];
    for (int i = 0; i < known.length; i++) {
      known[i] = text("known " + i);
    }
    StringTable table = new StringTable(known);
    table.begin(1000);
    assertThat(table.add(text("known 0"))).isEqualTo(-1);
    assertThat(table.add(text("new"))).isEqualTo(1);
    for (int i = 0; i < known.length; i++) {
      assertThat(table.add(known[i])).isEqualTo(-1 - i);
    }
    assertThat(table.addSymbol(7, known[5])).isEqualTo(-6);
    assertThat(table.symbol(7)).isEqualTo(-6);
    assertThat(table.count()).isEqualTo(1);
    assertThat(at(table, 1)).isEqualTo("new");
  }

  @Test
  void symbols_are_of_one_chunk() {
    StringTable table = new StringTable();
    table.begin(1000);
    assertThat(table.symbol(70_000)).isZero();
    assertThat(table.addSymbol(70_000, text("a"))).isEqualTo(1);
    assertThat(table.symbol(70_000)).isEqualTo(1);
    table.begin(1000);
    assertThat(table.symbol(70_000)).isZero();
  }

  @Test
  void what_is_no_wtf8_is_refused_and_a_full_table_says_so() {
    StringTable table = new StringTable();
    table.begin(1000);
    assertThat(table.add(new byte[] {(byte) 0xff})).isZero();
    assertThat(table.isFull()).isFalse();
    for (int i = 0; i < DecodeLimits.MAX_STRINGS; i++) {
      assertThat(table.add(text(Integer.toString(i, 36)))).isEqualTo(i + 1);
    }
    assertThat(table.add(text("one more"))).isZero();
    assertThat(table.isFull()).isTrue();
  }
}
