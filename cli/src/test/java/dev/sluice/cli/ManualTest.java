package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ManualTest extends ManualContract {
  @Test
  void bash_completes_commands_options_and_their_values() throws Exception {
    assertThat(candidates("sluice t")).contains("top", "trace", "tune");
    assertThat(candidates("sluice trace --al")).containsExactly("--all-calls");
    assertThat(candidates("sluice trace --state ")).contains("incomplete", "failed", "cut");
  }

  @Test
  void words_behind_help_are_commands_and_topics() throws Exception {
    assertThat(candidates("sluice help so")).containsExactly("source");
    assertThat(candidates("sluice help tr")).containsExactly("trace");
  }

  @Tag("full")
  @Test
  void zsh_completes_on_a_terminal() throws Exception {
    String shell = "zsh -f -i";
    String start = "autoload -U compinit; compinit -D -u";
    assertThat(typed(shell, start, "sluice trace --sta", "--state ")).contains("--state ");
    assertThat(typed(shell, start, "sluice trace --state fa", "failed ")).contains("failed ");
    assertThat(typed(shell, start, "sluice cat records.s", "records.slu ")).contains(".slu ");
    assertThat(typed(shell, "true", "sluice ana", "analyze ")).contains("analyze ");
  }

  @Tag("full")
  @Test
  void bash_completes_on_a_terminal_files_as_a_source_too() throws Exception {
    String shell = "bash --norc --noprofile -i";
    assertThat(typed(shell, "true", "sluice trace --sta", "--state ")).contains("--state ");
    assertThat(typed(shell, "true", "sluice cat records.s", "records.slu ")).contains(".slu ");
  }

  /** What a shell on a terminal, which zsh makes, shows of these words and the tabulator key. */
  private String typed(String shell, String start, String words, String expected) throws Exception {
    assumeTrue(has("zsh") && has("bash"), "no zsh");
    Files.writeString(share.resolve("records.slu"), "");
    String script =
        """
        zmodload zsh/zpty
        zpty -e shell 'cd DIR; env TERM=dumb HOME=DIR HISTFILE= SHELL'
        zpty -w shell 'START; source DIR/bash-completion/completions/sluice; echo re""ady'
        zpty -r -m shell shown '*ready*'
        zpty -w -n shell $'WORDS\t'
        zpty -r -m shell shown '*EXPECTED*'
        print -r -- $shown
        """;
    return String.join(
        "\n",
        run(
            "timeout",
            "60",
            "zsh",
            "-f",
            "-c",
            script
                .replace("SHELL", shell)
                .replace("START", start)
                .replace("DIR", share.toString())
                .replace("WORDS", words)
                .replace("EXPECTED", expected)));
  }

  @Test
  void every_command_has_a_page_with_its_options() throws IOException {
    Path pages = share.resolve("man/man1");
    assertThat(pages.resolve("sluice.1")).content().contains(".BR sluice\\-trace (1)");
    assertThat(pages.resolve("sluice-trace.1"))
        .content()
        .contains(
            ".TH SLUICE\\-TRACE 1 \"\" Sluice Sluice\n",
            "\\&sluice\\-trace \\- Print call trees: the calls of a trace",
            ".TP\n.B \\-\\-state STATE\n\\&List traces in this state, one per line: valid, unproven,",
            "\\&  sluice trace records \\-\\-slowest 3\n");
  }
}
