package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("one-jdk")
@DisabledOnOs(OS.WINDOWS)
class PagerTest {
  @TempDir private Path directory;

  private final ByteArrayOutputStream plain = new ByteArrayOutputStream();

  private static String program(String... environment) {
    Map<String, String> all = new java.util.HashMap<>(Map.of("TERM", "xterm"));
    for (int i = 0; i < environment.length; i += 2) {
      all.put(environment[i], environment[i + 1]);
    }
    return Pager.program(all);
  }

  @Test
  void the_environment_names_the_pager_and_may_turn_it_off() {
    assertThat(program()).isEqualTo("less");
    assertThat(program("PAGER", "more -s")).isEqualTo("more -s");
    assertThat(program("PAGER", "more", "SLUICE_PAGER", "most")).isEqualTo("most");
    assertThat(program("PAGER", "cat")).isNull();
    assertThat(program("PAGER", "more", "SLUICE_PAGER", "")).isNull();
    assertThat(program("SLUICE_PAGER", " cat ")).isNull();
    assertThat(program("TERM", "dumb")).isNull();
  }

  private Path shown() {
    return directory.resolve("shown");
  }

  /** Runs a command on a terminal whose pager writes to a file. */
  private int run(Pager pager, String... args) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Terminal terminal = new Terminal(pager, nowhere, false, new Screen(() -> 80, true));
    return pager.finish(Main.run(terminal, args));
  }

  @Test
  void a_text_goes_through_the_pager_with_its_colours() throws IOException {
    assertThat(run(new Pager(plain, "cat >" + shown()), "help", "verify")).isZero();

    assertThat(plain.size()).isZero();
    assertThat(shown()).content().contains("\033[1msluice verify", "Exit code:");
    assertThat(run(new Pager(plain, "cat >" + shown()), "verify", "--help")).isZero();
    assertThat(shown()).content().contains("Exit code:");
  }

  @Test
  void less_is_told_to_keep_colours_and_to_end_with_a_short_text() {
    assumeTrue(System.getenv("LESS") == null);
    run(new Pager(plain, "echo \"$LESS\" >" + shown() + "; cat >/dev/null"), "help");

    assertThat(shown()).content().isEqualTo("FRX\n");
  }

  @Test
  void nothing_else_goes_through_it() throws IOException {
    String file = Recorded.file(directory, 3).toString();
    for (String line :
        List.of(
            "help --no-pager",
            "--no-pager verify " + file,
            "stats --no-pager " + file,
            "top --follow --limit 0 " + file,
            "cut " + file + " --type a --to " + file + ".cut")) {
      run(new Pager(plain, "cat >" + shown()), line.split(" "));
    }
    run(new Pager(plain, null), "stats", file);

    assertThat(shown()).doesNotExist();
    assertThat(plain.toString(StandardCharsets.UTF_8)).contains("Set up:", "complete", "records");
  }

  @Test
  void commands_that_are_paged_are_there() {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    List<String> paged = new ArrayList<>(Pager.COMMANDS);
    paged.remove("sql"); // of a module of its own

    assertThat(Main.commands(new Terminal(nowhere, nowhere, false)).getSubcommands())
        .containsKeys(paged.toArray(String[]::new));
  }

  @Test
  void who_leaves_the_pager_ends_the_command_as_git_does() throws IOException {
    Pager pager = new Pager(plain, "head -c 10 >" + shown());
    String file = Recorded.file(directory, 20_000).toString();

    assertThat(run(pager, "cat", file)).isEqualTo(141);
    assertThat(shown()).content().hasSize(10);
    assertThatThrownBy(() -> pager.write(new byte[1 << 20])).hasMessage("Broken pipe");
    assertThat(plain.size()).isZero();
  }

  @Test
  void a_text_that_was_read_to_its_end_keeps_the_exit_code_of_the_command() {
    Pager pager = new Pager(plain, "cat >/dev/null; exit 3");

    assertThat(run(pager, "verify", directory.resolve("missing").toString()))
        .isEqualTo(ExitCode.USAGE);
  }

  /** Runs a shell on a pseudo terminal, where standard output of the command is one. */
  private String onTerminal(String environment, String arguments) throws Exception {
    if (!Files.isExecutable(Path.of("/usr/bin/script"))) {
      System.err.println("skipped: there is no 'script' to make a terminal with");
    }
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "there is no script");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path script = directory.resolve("run.sh");
    Files.writeString(
        script,
        environment
            + " TERM=xterm "
            + java
            + " -XX:TieredStopAtLevel=1 -Dsluice.tty=true -cp '"
            + System.getProperty("java.class.path")
            + "' dev.sluice.cli.Main "
            + arguments
            + "\necho \"code $?\"\n");
    Process process =
        new ProcessBuilder("/usr/bin/script", "-qec", "sh " + script, "/dev/null")
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return text.replace("\r", "");
  }

  @Tag("full")
  @Test
  void a_terminal_has_the_pager_and_a_pipe_has_none() throws Exception {
    String file = Recorded.file(directory, 20_000).toString();
    String pager = "unset LESS; SLUICE_PAGER='sed -u s/^/paged:/'";

    assertThat(onTerminal(pager, "stats " + file)).contains("paged:  records ", "code 0");
    assertThat(onTerminal(pager, "stats " + file + " | cat")).doesNotContain("paged:");
    assertThat(onTerminal(pager, "--no-pager stats " + file)).doesNotContain("paged:");
    assertThat(onTerminal("SLUICE_PAGER='head -n 1'", "cat " + file))
        .endsWith("code 141\n")
        .hasLineCount(2);
    assertThat(onTerminal("SLUICE_PAGER=no-such-pager", "stats " + file))
        .contains("no-such-pager: not found", "  records  20,001", "code 0");
  }

  @Tag("full")
  @Test
  void what_is_said_of_the_command_goes_through_the_pager_that_has_the_screen() throws Exception {
    Path file = Recorded.file(directory, 20_000);
    Files.write(file, new byte[100], java.nio.file.StandardOpenOption.APPEND);

    assertThat(onTerminal("SLUICE_PAGER='sed -u s/^/paged:/'", "cat " + file))
        .contains("\npaged:sluice: skipped ")
        .endsWith("code 1\n");
  }
}
