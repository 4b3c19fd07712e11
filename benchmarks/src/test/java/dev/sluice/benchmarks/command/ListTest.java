package dev.sluice.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Whoever adds an experiment tells of it in both lists. */
class ListTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Terminal terminal =
      new Terminal(out, new PrintStream(out, true, StandardCharsets.UTF_8), false);

  private List<String> experiments() {
    CommandLine bench = new BenchCommand().command(terminal);
    return bench.getSubcommands().values().stream()
        .map(CommandLine::getCommand)
        .filter(Experiment.class::isInstance)
        .map(command -> ((Experiment) command).name())
        .toList();
  }

  @Test
  void every_experiment_is_listed_with_what_it_takes() {
    assertThat(Main.run(terminal, "bench", "list")).isZero();

    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSize(experiments().size() + 1);
    assertThat(experiments())
        .contains("emit", "pipeline", "probe", "storage", "chunk", "cost", "latency", "spill")
        // Its sources are told by ./sluice, which is not here.
        .filteredOn(name -> !name.equals("complexity"))
        .allSatisfy(
            name ->
                assertThat(lines).anyMatch(line -> line.matches(name + " .*\\d (s|min|h) *\\d.*")));
  }

  @Test
  void every_experiment_is_in_the_page_of_figures() throws IOException {
    String page = Files.readString(Path.of("../docs/figures.md"));

    assertThat(experiments()).allSatisfy(name -> assertThat(page).contains("bench " + name));
  }
}
