package dev.sluice.tools.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FiguresTest {
  @Test
  void counts_have_separators_and_their_noun_its_number() {
    assertThat(Figures.count(1_234_567)).isEqualTo("1,234,567");
    assertThat(Figures.count(1, "chunk")).isEqualTo("1 chunk");
    assertThat(Figures.count(0, "chunk")).isEqualTo("0 chunks");
  }

  @Test
  void sizes_and_times_have_fitting_units() {
    assertThat(Figures.bytes(1)).isEqualTo("1 byte");
    assertThat(Figures.bytes(1023)).isEqualTo("1,023 bytes");
    assertThat(Figures.bytes(1536)).isEqualTo("1.50 KiB");
    assertThat(Figures.bytes(1_048_575)).isEqualTo("1.00 MiB");
    assertThat(Figures.bytes(Long.MAX_VALUE)).isEqualTo("8,192 PiB");
    assertThat(Figures.nanos(0)).isEqualTo("0");
    assertThat(Figures.nanos(7)).isEqualTo("7.00 ns");
    assertThat(Figures.nanos(1_500)).isEqualTo("1.50 µs");
    assertThat(Figures.nanos(-12_345_678)).isEqualTo("−12.3 ms");
    assertThat(Figures.nanos(999_999_000)).isEqualTo("1.00 s");
    assertThat(Figures.nanos(90e9)).isEqualTo("90.0 s");
    assertThat(Figures.nanos(200e9)).isEqualTo("3.33 min");
    assertThat(Figures.nanos(3 * 3_600e9)).isEqualTo("3.00 h");
    assertThat(Figures.nanos(3 * 86_400e9)).isEqualTo("3.00 d");
    assertThat(Figures.nanos(Double.NaN)).isEqualTo("–");
  }

  @Test
  void a_part_of_nothing_is_no_number() {
    assertThat(Figures.percent(1, 0)).isEqualTo("–");
    assertThat(Figures.percent(1, 3)).isEqualTo("33.3 %");
  }

  @Test
  void a_part_that_exists_is_not_0_and_one_that_lacks_something_not_100_percent() {
    assertThat(Figures.percent(0, 10_000)).isEqualTo("0 %");
    assertThat(Figures.percent(4, 10_000)).isEqualTo("<0.1 %");
    assertThat(Figures.percent(-4, 10_000)).isEqualTo(">−0.1 %");
    assertThat(Figures.percent(6, 10_000)).isEqualTo("0.1 %");
    assertThat(Figures.percent(9_999, 10_000)).isEqualTo(">99.9 %");
    assertThat(Figures.percent(10_000, 10_000)).isEqualTo("100 %");
    assertThat(Figures.percent(26_000, 10_000)).isEqualTo("260 %");
  }

  @Test
  void table_columns_are_aligned_by_characters() {
    Table table = new Table("name", ">n");
    table.row("größe", "1");
    table.row("😀", "1,000");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    table.print(new PrintStream(bytes, true, StandardCharsets.UTF_8), " ");

    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(" name       n", " größe      1", " 😀      1,000");
  }
}
