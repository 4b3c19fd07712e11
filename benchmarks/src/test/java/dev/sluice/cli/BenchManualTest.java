package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BenchManualTest extends ManualContract {
  @Test
  void bash_completes_experiments_and_their_options() throws Exception {
    assertThat(candidates("sluice bench analysis-")).contains("analysis-full", "analysis-traces");
    assertThat(candidates("sluice bench method-calls --st")).contains("--stage", "--starts");
  }

  @Test
  void an_experiment_has_a_page_that_tells_its_options() {
    assertThat(share.resolve("man/man1/sluice-bench-method-calls.1"))
        .content()
        .contains(
            ".TH SLUICE\\-BENCH\\-METHOD\\-CALLS 1 \"\" Sluice Sluice\n",
            ".B \\-\\-stage STAGE\n\\&Only these, and the floor.",
            "\\&  sluice bench method\\-calls \\-\\-quick");
  }
}
