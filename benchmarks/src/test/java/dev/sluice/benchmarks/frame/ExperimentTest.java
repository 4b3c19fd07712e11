package dev.sluice.benchmarks.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.JsonObjects;
import dev.sluice.cli.Terminal;
import dev.sluice.tools.ToolException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What all experiments do alike, with one that measures nothing. */
class ExperimentTest {
  private static final Metric TIME = new Metric("time", "ns", 1);

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<String> ran = new ArrayList<>();
  private String failing = "";
  private String failed = "";

  @Command(name = "stub")
  private final class Stub extends Experiment {
    @Option(names = "--depth", paramLabel = "N")
    private int depth = 1;

    @Parameters private List<String> more = List.of();

    @Override
    public About about() {
      return new About("Nothing.", "Table 7 of a paper");
    }

    @Override
    protected List<Step> steps() {
      return Stream.of("first", "second", "third")
          .map(name -> new Step(name, 1, recorder -> measure(name, recorder)))
          .toList();
    }

    private void measure(String name, Step.Recorder recorder) {
      if (name.equals(failing)) {
        throw new ToolException("no more");
      }
      ran.add(name);
      if (name.equals(failed)) {
        recorder.failed(Cell.of("stage", name), new IOException("not here"));
        return;
      }
      Histogram times = new Histogram(3);
      times.recordValueWithCount(40 + depth, 10);
      recorder.events(Cell.of("stage", name), TIME, times, 41, 43);
      recorder.values(Cell.of("stage", "all"), TIME, 1, 2, ran.size());
      recorder.values(Cell.of("stage", "all"), Metric.LOST, 2);
    }

    @Override
    protected List<Published> published(Results results) {
      Cell all = Cell.of("stage", "all");
      return List.of(
          new Published("a paper, Table 7", "all", "9 ns", Report.mean(results, all, TIME)));
    }
  }

  private int run(String... arguments) {
    out.reset();
    err.reset();
    Terminal terminal =
        new Terminal(out, new PrintStream(err, true, StandardCharsets.UTF_8), false);
    return new Stub()
        .command(terminal)
        .setExecutionExceptionHandler(
            (e, line, result) -> {
              terminal.err().println(e.getMessage());
              return 2;
            })
        .execute(arguments);
  }

  private String output() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void results_are_a_table_json_and_a_page() throws IOException {
    Path folder = directory.resolve("results");

    assertThat(run("-o", folder.toString(), "--depth", "3", "--", "-f", "1")).isZero();

    assertThat(output()).containsPattern("all +time, ns +1.7 +1.\\d–2.\\d.* 9 +6");
    assertThat(output()).containsPattern("a paper, Table 7 +all +9 ns +1.7");
    assertThat(JsonObjects.read(folder.resolve("results.json")))
        .hasSize(4)
        .anySatisfy(
            row ->
                assertThat(row)
                    .containsEntry("stage", "second")
                    .containsEntry("metric", "time")
                    .containsEntry("count", 10L)
                    .containsEntry("p50", 43.0));
    assertThat(folder.resolve("index.html"))
        .content()
        .contains(
            "./sluice bench stub --depth 3 -- -f 1",
            "Rebuilds Table 7 of a paper",
            "a paper, Table 7")
        .contains("\"all\"");
    assertThat(errors()).contains("first … (0 %, 3 s left)");
  }

  @Test
  void an_interrupted_run_goes_on_where_it_ended() throws IOException {
    Path folder = directory.resolve("results");
    failing = "third";
    assertThat(run("-o", folder.toString())).isEqualTo(2);
    String whole = Files.readString(folder.resolve(KeptSteps.NAME));
    assertThat(whole.lines()).hasSize(3);
    Files.writeString(folder.resolve(KeptSteps.NAME), "{\"step\":\"thi", StandardOpenOption.APPEND);
    failing = "";
    ran.clear();

    assertThat(run("-o", folder.toString())).isZero();

    assertThat(ran).containsExactly("third");
    assertThat(errors()).contains("2 of 3 steps were finished before");
    assertThat(folder.resolve(KeptSteps.NAME)).content().startsWith(whole);
    assertThat(JsonObjects.read(folder.resolve("results.json"))).hasSize(4);
    ran.clear();
    assertThat(run("-o", folder.toString())).isZero();
    assertThat(ran).isEmpty();
  }

  @Test
  void step_of_which_nothing_was_measured_is_tried_again() {
    Path folder = directory.resolve("results");
    failed = "second";
    assertThat(run("-o", folder.toString())).isZero();
    assertThat(output()).contains("not here");
    failed = "";
    ran.clear();

    assertThat(run("-o", folder.toString())).isZero();

    assertThat(ran).containsExactly("second");
    assertThat(output()).doesNotContain("not here");
    ran.clear();
    assertThat(run("-o", folder.toString())).isZero();
    assertThat(ran).isEmpty();
  }

  @Test
  void a_folder_of_another_command_or_build_is_refused() throws IOException {
    Path folder = directory.resolve("results");
    assertThat(run("-o", folder.toString())).isZero();
    Path kept = folder.resolve(KeptSteps.NAME);
    String before = Files.readString(kept);
    ran.clear();

    assertThat(run("-o", folder.toString(), "--quick")).isEqualTo(2);
    assertThat(errors())
        .contains("holds results of './sluice bench stub', not of './sluice bench stub --quick'");
    assertThat(kept).hasContent(before);
    Files.writeString(kept, before.replaceFirst("\"build\":\"\\w+", "\"build\":\"0"));
    assertThat(run("-o", folder.toString())).isEqualTo(2);
    assertThat(errors()).contains("another build of the benchmarks");
    Files.writeString(kept, before.replace("\"samples\":", "\"simples\":"));
    assertThat(run("-o", folder.toString())).isEqualTo(2);
    assertThat(errors()).contains("is damaged at byte");
    assertThat(run("-o", kept.toString())).isEqualTo(2);
    assertThat(errors()).contains("-o takes a folder");
    assertThat(ran).isEmpty();
  }

  @Test
  void time_left_follows_the_pace_of_what_is_done() {
    assertThat(TimeLeft.duration(0.2)).isEqualTo("1 s");
    assertThat(TimeLeft.duration(89)).isEqualTo("89 s");
    assertThat(TimeLeft.duration(600)).isEqualTo("10 min");
    assertThat(TimeLeft.duration(9000)).isEqualTo("2.5 h");
  }
}
