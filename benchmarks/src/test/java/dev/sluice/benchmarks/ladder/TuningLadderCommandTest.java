package dev.sluice.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.JsonObjects;
import dev.sluice.benchmarks.ladder.path.Switches.Queue;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TuningLadderCommandTest {
  private static final long CALLS = 100;
  private static final long ROUNDS = 2;

  /** First calls, warm-up, turns, and a tenth of each turn before it. */
  private static final long EXECUTIONS = 10 * (2 * ROUNDS * CALLS + ROUNDS * CALLS / 10);

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    Terminal terminal =
        new Terminal(out, new PrintStream(err, true, StandardCharsets.UTF_8), false);
    List<String> all = new ArrayList<>(List.of("bench", "tuning-ladder"));
    all.addAll(List.of(args));
    return Main.run(terminal, all.toArray(new String[0]));
  }

  @Test
  void rungs_are_measured_and_told_in_their_order() throws Exception {
    Path folder = directory.resolve("results");

    int exitCode =
        run(
            "-o",
            folder.toString(),
            "--rung",
            "sluice-aggregate,record-at-a-time,array-queue,disruptor,kieker-array",
            "--starts",
            "1",
            "--fresh",
            "50",
            "--rounds",
            "" + ROUNDS,
            "--calls",
            "" + CALLS);

    assertThat(exitCode).isZero();
    List<Map<String, Object>> rungs = JsonObjects.read(folder.resolve("results.json"));
    assertThat(rungs)
        .extracting(rung -> rung.get("rung"))
        .containsExactly(
            "floor",
            "kieker-array",
            "record-at-a-time",
            "array-queue",
            "disruptor",
            "sluice-aggregate");
    assertThat(rungs)
        .allSatisfy(
            rung ->
                assertThat(rung)
                    .containsEntry("emitted", rung.get("rung").equals("floor") ? 0L : EXECUTIONS)
                    .containsEntry("lost", 0L)
                    .hasEntrySatisfying("tracesPerSecond", n -> assertThat((double) n).isPositive())
                    .hasEntrySatisfying("floorRatioLow", n -> assertThat((double) n).isPositive()));
    assertThat(rungs.get(4))
        .containsEntry("against", "array-queue")
        .hasEntrySatisfying("stepRatio", n -> assertThat((double) n).isPositive());
    assertThat(rungs.get(2)).containsEntry("stepRatio", null);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern("PT2, times as long .* 0\\.56 +\\d");
    assertThat(folder.resolve("index.html")).content().contains("disruptor against array-queue");
  }

  @Test
  void each_rung_of_the_testbed_switches_one_thing() {
    List<Rung> testbed = Ladder.ALL.stream().filter(rung -> rung.switches() != null).toList();

    assertThat(testbed.stream().map(Rung::switches)).doesNotHaveDuplicates();
    assertThat(testbed.get(0).before()).isNull();
    for (Rung rung : testbed.subList(1, testbed.size())) {
      assertThat(differences(rung, Ladder.before(rung).orElseThrow())).as(rung.name()).isOne();
    }
    assertThat(testbed.stream().map(rung -> rung.switches().queue())).contains(Queue.values());
  }

  private static long differences(Rung one, Rung other) {
    List<Enum<?>> before = other.switches().all();
    return one.switches().all().stream().filter(value -> !before.contains(value)).count();
  }

  @Test
  void rung_stands_behind_the_one_it_is_against() {
    for (Rung rung : Ladder.ALL) {
      assertThat(Ladder.before(rung).map(Ladder.ALL::indexOf).orElse(-1))
          .as(rung.name())
          .isLessThan(Ladder.ALL.indexOf(rung));
    }
  }

  @Test
  void unknown_rung_is_one_line() {
    assertThat(run("--rung", "disrupter")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .contains("did you mean 'disruptor'?");
  }
}
