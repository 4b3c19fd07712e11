package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Manual pages and completion of all commands, those of the module that a subclass is in among
 * them.
 */
public abstract class ManualContract {
  @TempDir Path share;

  @BeforeEach
  void write() throws IOException {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Manual.write(Main.commands(new Terminal(nowhere, nowhere, false)), share);
  }

  static List<String> run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text.lines().toList();
  }

  static boolean has(String program) {
    return List.of("/bin", "/usr/bin", "/usr/local/bin").stream()
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  /** What bash offers for the last of these words. */
  final List<String> candidates(String words) throws Exception {
    assumeTrue(has("bash"));
    Path script = share.resolve("bash-completion/completions/sluice");
    return run(
        "bash",
        "-c",
        "source "
            + script
            + "; COMP_LINE='"
            + words
            + "'; COMP_WORDS=("
            + words
            + (words.endsWith(" ") ? "''" : "")
            + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _complete_sluice 2>/dev/null || true;"
            + " printf '%s\\n' \"${COMPREPLY[@]}\"");
  }

  @Test
  void the_formatter_has_no_complaint_about_the_pages() throws Exception {
    assumeTrue(has("groff"));
    List<String> command = new ArrayList<>(List.of("groff", "-man", "-ww", "-z", "-Kutf8"));
    try (var pages = Files.list(share.resolve("man/man1"))) {
      pages.map(Path::toString).forEach(command::add);
    }
    assertThat(run(command.toArray(String[]::new))).isEmpty();
  }
}
