package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.oracle.HelpExamples;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

@Tag("one-jdk")
class HelpExamplesTest {
  /** How examples begin that are only parsed, and why. */
  private static final Map<String, String> LEFT_OUT =
      Map.ofEntries(
          Map.entry("sluice demo", "starts a broker and programs, for minutes"),
          Map.entry("sluice merge-audits ", "needs audits of two readers"),
          Map.entry("sluice broker", "starts a broker and goes on until it is stopped"),
          Map.entry("sluice topic ", "needs a broker"),
          Map.entry("sluice run ", "needs the program and the agent's jar"),
          Map.entry("sluice attach ", "needs a running program"),
          Map.entry("sluice watch ", "goes on until it is stopped"),
          Map.entry("sluice top kafka:", "follows until it is stopped"),
          Map.entry("sluice tune records ", "measures a sink, for minutes"),
          Map.entry("sluice tune --synthetic ", "measures, for minutes"),
          Map.entry("sluice replay ", "needs a broker"),
          Map.entry("sluice cut tcp:", "waits for a writer and a receiver"),
          Map.entry("sluice export kafka:", "needs a receiver of OTLP"),
          Map.entry("sluice explode ", "needs a broker"),
          Map.entry("sluice doctor kafka:", "needs a broker"),
          Map.entry("sluice analyze kafka:", "needs a broker"));

  @TempDir private Path directory;

  @Test
  void examples_of_the_help_run() throws IOException {
    HelpExamples examples = new HelpExamples(directory);
    List<String> run =
        HelpExamples.all(null).stream()
            .filter(example -> LEFT_OUT.keySet().stream().noneMatch(example::startsWith))
            .toList();
    assertThat(run)
        .hasSizeGreaterThan(15)
        .contains(
            "sluice cat records --format jsonl", "sluice convert records.slu --to kieker:log");

    for (String example : run) {
      int code = examples.run(example);

      assertThat(code).as("%s: %s", example, examples.errors()).isEqualTo(ExitCode.OK);
      assertThat(examples.errors()).as(example).isEmpty();
    }
  }

  @Test
  void the_help_lists_each_command_in_a_group() {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true);
    CommandLine sluice = Main.commands(new Terminal(nowhere, nowhere, false));

    assertThat(sluice.getUsageMessage())
        .containsSubsequence("Set up:", "Record:", "Analyze:", "Convert and send:", "Tune:")
        .doesNotContain(CommandGroups.OTHERS);
    sluice.addSubcommand("foreign", new CommandLine(CommandSpec.create()));
    sluice.getSubcommands().get("foreign").getCommandSpec().usageMessage().description("Other.");
    assertThat(sluice.getUsageMessage().replaceAll("\\R", "\n"))
        .contains("Others:\n  foreign       Other.");
  }

  @Test
  void each_reason_not_to_run_an_example_is_needed() {
    List<String> all = HelpExamples.all(null);

    assertThat(LEFT_OUT.keySet())
        .allMatch(start -> all.stream().anyMatch(example -> example.startsWith(start)));
  }
}
