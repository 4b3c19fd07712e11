package dev.sluice.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The help of all commands, of which only this module knows every one. */
class HelpTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);

  /** The words that start each command. */
  private static List<List<String>> commands() {
    Terminal nowhere =
        new Terminal(
            OutputStream.nullOutputStream(),
            new PrintStream(OutputStream.nullOutputStream()),
            false);
    List<List<String>> all = new ArrayList<>();
    collect(List.of(), Main.commands(nowhere), all);
    return all;
  }

  private static void collect(List<String> words, CommandLine command, List<List<String>> all) {
    all.add(words);
    command
        .getSubcommands()
        .forEach(
            (name, sub) -> {
              List<String> longer = new ArrayList<>(words);
              longer.add(name);
              collect(longer, sub, all);
            });
  }

  /** Exit code of a command, with what libraries print past the terminal among the errors. */
  private int run(List<String> arguments) {
    PrintStream before = System.err;
    System.setErr(errors);
    try {
      return Main.run(new Terminal(out, errors, false), arguments.toArray(String[]::new));
    } finally {
      System.setErr(before);
    }
  }

  @Test
  void help_of_every_command_is_printed_without_a_warning() {
    Map<String, String> warned = new LinkedHashMap<>();
    for (List<String> command : commands()) {
      List<String> arguments = new ArrayList<>(command);
      arguments.add("--help");
      out.reset();
      err.reset();

      assertThat(run(arguments)).as("exit code of %s", arguments).isZero();

      String shown = out.toString(StandardCharsets.UTF_8);
      String name = String.join(" ", command);
      assertThat(shown).containsPattern("(?m)^(Usage: )? *sluice " + name);
      if (err.size() > 0 || shown.contains("WARN")) {
        warned.put(name, err.toString(StandardCharsets.UTF_8));
      }
    }
    assertThat(warned).isEmpty();
  }

  @Test
  void commands_of_this_module_are_among_them() {
    assertThat(commands())
        .contains(List.of("cat"), List.of("bench", "codec"), List.of("bench", "method-calls"));
  }
}
