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
    assertThat(Figures.bytes(1536)).isEqualTo("1.5 KiB");
    assertThat(Figures.bytes(Long.MAX_VALUE)).isEqualTo("8192.0 PiB");
    assertThat(Figures.nanos(7)).isEqualTo("7.00 ns");
    assertThat(Figures.nanos(1_500)).isEqualTo("1.50 µs");
    assertThat(Figures.nanos(12_345_678)).isEqualTo("12.3 ms");
    assertThat(Figures.nanos(90e9)).isEqualTo("90.0 s");
  }

  @Test
  void a_part_of_nothing_is_no_number() {
    assertThat(Figures.percent(1, 0)).isEqualTo("–");
    assertThat(Figures.percent(1, 3)).isEqualTo("33.3 %");
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
