package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SqlManualTest extends ManualContract {
  @Test
  void bash_completes_options_and_their_values() throws Exception {
    assertThat(candidates("sluice sql --mem")).containsExactly("--memory");
    assertThat(candidates("sluice sql --format ")).contains("text", "jsonl", "csv");
  }

  @Test
  void sql_has_a_page_with_its_options() {
    assertThat(share.resolve("man/man1/sluice-sql.1"))
        .content()
        .contains(".B \\-\\-memory SIZE\n\\&Maximum memory of DuckDB");
  }
}
