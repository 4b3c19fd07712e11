package dev.sluice.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.Symbol;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundedSymbolsTest {
  @TempDir private Path directory;
  private Monitor monitor;
  private BoundedSymbols symbols;

  @BeforeEach
  void open() {
    monitor = Monitor.builder().open("file:" + directory);
    symbols = new BoundedSymbols(monitor.sink());
  }

  @AfterEach
  void close() {
    monitor.close();
  }

  private int fit(int length) {
    int fit = 0;
    while (symbols.of("%08d".formatted(fit) + "x".repeat(length - 8)).id() != Symbol.INLINE) {
      fit++;
    }
    return fit;
  }

  @Test
  void texts_are_bounded_in_number() {
    assertThat(fit(20)).isEqualTo(BoundedSymbols.MAX_TEXTS);
    assertThat(symbols.of("%08d".formatted(0) + "x".repeat(12)).id()).isPositive();
  }

  @Test
  void texts_are_bounded_in_characters_together() {
    assertThat(fit(BoundedSymbols.MAX_TEXT_CHARS))
        .isEqualTo(BoundedSymbols.MAX_CHARS / BoundedSymbols.MAX_TEXT_CHARS);
  }

  @Test
  void longer_text_travels_with_its_record_as_it_is() {
    String longer = "x".repeat(BoundedSymbols.MAX_TEXT_CHARS + 1);
    assertThat(symbols.of(longer).id()).isEqualTo(Symbol.INLINE);
    assertThat(symbols.of(longer).value()).isEqualTo(longer);
    assertThat(symbols.of(longer.substring(1)).id()).isPositive();
    assertThat(symbols.of(null)).isNull();
  }
}
