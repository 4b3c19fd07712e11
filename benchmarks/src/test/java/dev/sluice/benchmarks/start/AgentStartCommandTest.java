package dev.sluice.benchmarks.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.JsonObjects;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("one-jdk")
class AgentStartCommandTest {
  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    Terminal terminal =
        new Terminal(out, new PrintStream(err, true, StandardCharsets.UTF_8), false);
    List<String> all = new ArrayList<>(List.of("bench", "agent-start"));
    all.addAll(List.of(args));
    return Main.run(terminal, all.toArray(new String[0]));
  }

  @Tag("full")
  @Test
  void both_programs_are_started_and_record_what_they_do() throws Exception {
    Path json = directory.resolve("start.json");

    int exitCode = run("--quick", "--rounds", "1", "--agent", "sluice-file", "--json=" + json);

    assertThat(exitCode).isZero();
    List<Map<String, Object>> lines = JsonObjects.read(json);
    assertThat(mean(lines, "empty", "recorded")).isEqualTo(2); // with the metadata
    assertThat(mean(lines, "H2", "instrumented")).isGreaterThan(7_096);
    assertThat(mean(lines, "H2", "recorded")).isGreaterThan(100);
    assertThat(mean(lines, "empty", "time")).isGreaterThan(mean(lines, "empty", "longer"));
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("more CPU", "sluice-file");
  }

  private static double mean(List<Map<String, Object>> lines, String program, String metric) {
    return lines.stream()
        .filter(line -> line.get("program").equals(program))
        .filter(line -> line.get("agent").equals("sluice-file"))
        .filter(line -> line.get("metric").equals(metric))
        .mapToDouble(line -> ((Number) line.get("mean")).doubleValue())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void wrong_agent_is_named_with_those_there_are() {
    assertThat(run("--agent", "kieker")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("'kieker'", "kieker-aspectj");
  }
}
