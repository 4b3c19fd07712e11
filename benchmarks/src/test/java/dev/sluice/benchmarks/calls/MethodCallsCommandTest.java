package dev.sluice.benchmarks.calls;

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

@Tag("full")
class MethodCallsCommandTest {
  private static final long DEPTH = 10;
  private static final long CALLS = 100;
  private static final long ROUNDS = 2;

  /** First calls, warm-up, turns, and a tenth of each turn before it. */
  private static final long EXECUTIONS = DEPTH * (2 * ROUNDS * CALLS + ROUNDS * CALLS / 10);

  /** Peers that drop what they have no room for. */
  private static final List<String> LOSSY =
      List.of("kieker-collector", "kieker-bypass", "opentelemetry");

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    Terminal terminal =
        new Terminal(out, new PrintStream(err, true, StandardCharsets.UTF_8), false);
    List<String> all = new ArrayList<>(List.of("bench", "method-calls"));
    all.addAll(List.of(args));
    return Main.run(terminal, all.toArray(new String[0]));
  }

  @Test
  void what_is_emitted_arrives_whatever_takes_it() throws Exception {
    Path json = directory.resolve("calls.json");

    int exitCode =
        run(
            "--json=" + json,
            "--peer",
            "sluice,kieker-bytebuddy,kieker-bypass,opentelemetry",
            "--stage",
            "none,collect,discard,aggregate-histogram,source,shared-stripe,file,tcp,kafka",
            "--starts",
            "1",
            "--fresh",
            "50",
            "--rounds",
            "" + ROUNDS,
            "--calls",
            "100");

    assertThat(exitCode).isZero();
    List<Map<String, Object>> lines = JsonObjects.read(json);
    assertThat(lines)
        .extracting(line -> line.get("stage") + " " + line.get("peer"))
        .startsWith("none sluice", "floor sluice", "collect sluice")
        .contains("discard sluice", "collect kieker-bytebuddy", "aggregate-histogram sluice")
        .contains("file kieker-bytebuddy", "tcp sluice", "kafka sluice", "tcp opentelemetry");
    assertThat(lines).allSatisfy(MethodCallsCommandTest::assertComplete);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("95 %");
  }

  private static void assertComplete(Map<String, Object> line) {
    assertThat(line.keySet())
        .contains(
            "stage",
            "peer",
            "depth",
            "threads",
            "meanNanos",
            "p25Nanos",
            "p50Nanos",
            "p75Nanos",
            "p99Nanos",
            "p999Nanos",
            "floorRatio",
            "floorRatioLow",
            "floorRatioHigh",
            "tracesPerSecond",
            "p99FloorRatio",
            "lost",
            "cpuNanosPerRecord",
            "freshMeanNanos",
            "laterP999FloorRatio",
            "bytesAllocatedPerCall");
    boolean records = !List.of("none", "floor", "off").contains(line.get("stage"));
    boolean held = line.get("stage").equals("shared-stripe");
    assertThat(line)
        .containsEntry("depth", DEPTH)
        .containsEntry("threads", 1L)
        .containsEntry("emitted", records ? EXECUTIONS + (held ? 64 * DEPTH : 0) : 0);
    if (!LOSSY.contains(line.get("peer"))) {
      assertThat(line).containsEntry("lost", 0L);
    }
    assertThat((Double) line.get("meanNanos")).isPositive();
    assertThat(number(line, "p25Nanos")).isPositive();
    assertThat(number(line, "p999Nanos")).isGreaterThanOrEqualTo(number(line, "p50Nanos"));
    assertThat((Double) line.get("floorRatioHigh"))
        .isGreaterThanOrEqualTo((Double) line.get("floorRatioLow"));
    assertThat(number(line, "tracesPerSecond")).isPositive();
  }

  private static double number(Map<String, Object> line, String name) {
    return ((Number) line.get(name)).doubleValue();
  }

  @Test
  void the_floor_is_measured_whatever_is_chosen() throws Exception {
    Path json = directory.resolve("calls.json");

    int exitCode =
        run(
            "--json=" + json,
            "--quick",
            "--starts",
            "1",
            "--fresh",
            "10",
            "--rounds",
            "1",
            "--calls",
            "10",
            "--stage",
            "none",
            "--threads",
            "2",
            "--depth",
            "3");

    assertThat(exitCode).isZero();
    assertThat(JsonObjects.read(json))
        .extracting(line -> line.get("stage") + " " + line.get("threads") + " " + line.get("depth"))
        .containsExactly("none 2 3", "floor 2 3");
  }

  @Test
  void mistakes_are_one_line() {
    assertRefused("did you mean 'collect'?", "--stage", "colect");
    assertRefused("did you mean 'kieker-aspectj'?", "--peer", "kieker-aspect");
    assertRefused("--calls must be at least 1, was 0", "--calls", "0");
    assertRefused("exclude each other", "--quick", "--full");
    assertRefused("is a folder", "--json=" + directory);
  }

  private void assertRefused(String part, String... args) {
    assertThat(run(args)).isEqualTo(ExitCode.USAGE);
    assertThat(out.size()).isZero();
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .startsWith("sluice: ")
        .contains(part);
    err.reset();
  }
}
