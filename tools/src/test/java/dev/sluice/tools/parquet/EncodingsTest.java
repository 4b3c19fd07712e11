package dev.sluice.tools.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The examples of Parquet's own page; the module with DuckDB reads whole files. */
class EncodingsTest {
  private final Bytes out = new Bytes();

  private String hex() {
    return HexFormat.of().formatHex(Arrays.copyOf(out.array(), out.size()));
  }

  @Test
  void values_that_rise_evenly_take_no_bits() {
    new Encodings().delta(new long[] {1, 2, 3, 4, 5}, 5, false, out);

    // blocks of 128 in 4, 5 values, the first is 1; the least difference 1, no bits for any
    assertThat(hex()).isEqualTo("8001" + "04" + "05" + "02" + "02" + "00000000");
  }

  @Test
  void differences_are_packed_by_32() {
    new Encodings().delta(new long[] {7, 5, 3, 1, 2, 3, 4, 5}, 8, false, out);

    // the least difference is -2; 0, 0, 0, 3, 3, 3, 3 in two bits each, filled to 32
    assertThat(hex())
        .isEqualTo("8001" + "04" + "08" + "0e" + "03" + "02000000" + "c03f000000000000");
  }

  @Test
  void differences_of_narrow_columns_wrap_at_32_bits() {
    new Encodings().delta(new long[] {Integer.MIN_VALUE, Integer.MAX_VALUE}, 2, true, out);

    assertThat(hex()).isEqualTo("8001" + "04" + "02" + "ffffffff0f" + "01" + "00000000");
  }

  @Test
  void groups_of_eight_are_packed_from_the_lowest_bit() {
    new Encodings().hybrid(LongStream.range(0, 8).toArray(), 8, 3, out);

    assertThat(hex()).isEqualTo("03" + "88c6fa");
  }

  @Test
  void what_repeats_is_a_run() {
    long[] values = LongStream.generate(() -> 4).limit(100).toArray();
    new Encodings().hybrid(values, 100, 3, out);

    assertThat(hex()).isEqualTo("c801" + "04");
  }

  @Test
  void a_run_behind_packed_values_first_fills_their_group() {
    long[] values = new long[21]; // 1, then 0: seven fill the group, thirteen are a run
    values[0] = 1;
    new Encodings().hybrid(values, 21, 1, out);

    assertThat(hex()).isEqualTo("03" + "01" + "1a" + "00");
  }
}
