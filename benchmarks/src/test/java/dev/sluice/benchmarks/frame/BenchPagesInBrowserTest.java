package dev.sluice.benchmarks.frame;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.benchmarks.codec.DensityCommand;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.analyze.ReportPage;
import dev.sluice.pages.Axis;
import dev.sluice.pages.Chart;
import dev.sluice.pages.Chrome;
import dev.sluice.pages.Page;
import dev.sluice.tools.ToolException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;

/**
 * Pages of experiments in a browser, if there is one: every figure beside the values in {@code
 * results.jsonl}.
 */
@Tag("full")
class BenchPagesInBrowserTest {
  private static final List<Integer> WIDTHS = List.of(320, 400, 768, 1280, 1440);
  private static final Metric TIME = new Metric("time", "ns", 1);
  private static final Metric RATE = new Metric("rate", "M/s", 2);

  /** Experiment whose values are drawn from a seed. */
  @Command(name = "drawn")
  private static final class Drawn extends Experiment {
    private final Random random = new Random(5);

    @Override
    public About about() {
      return new About("What is drawn.", "Table 7 of a paper");
    }

    @Override
    protected List<Step> steps() {
      return List.of(
          new Step("first", 1, this::measure),
          new Step("second", 1, this::measure),
          new Step(
              "none",
              1,
              recorder -> recorder.failed(Cell.of("stage", "none"), new ToolException("no"))));
    }

    private void measure(Step.Recorder recorder) {
      for (String stage : List.of("peer", "ours", "twin", "rare")) {
        for (int chunk : List.of(8, 512, 30_000)) {
          Cell cell = Cell.of("stage", stage, "chunk", chunk);
          double middle = (stage.equals("peer") ? 4 : stage.equals("ours") ? 1 : 4.02) * chunk / 7;
          double[] values =
              random.doubles(stage.equals("rare") ? 1 : 9, middle, 1.3 * middle).toArray();
          recorder.values(cell, RATE, values);
          Histogram events = new Histogram(3);
          random.ints(1_200, 40, 90_000).forEach(events::recordValue);
          recorder.events(cell, TIME, events, values);
        }
      }
      recorder.values(Cell.of("stage", "ours", "chunk", 8), Metric.LOST, 1_234);
    }

    @Override
    protected List<Comparison> comparisons(Results results) {
      return List.of(Comparison.of(results, TIME), Comparison.of(results, RATE, "stage", "peer"));
    }

    @Override
    protected void page(Results results, Page page) {
      Chart chart = Chart.of("lines", Axis.log("chunk"), Axis.log(RATE.toString()));
      page.chart(
          Report.lines(chart, results, cell -> true, RATE, cell -> cell.get("stage"), "chunk"));
    }

    @Override
    protected List<Published> published(Results results) {
      Cell cell = Cell.of("stage", "ours", "chunk", 8);
      return List.of(new Published("a paper", "ours", "9 M/s", Report.mean(results, cell, RATE)));
    }
  }

  private static ReportPage run(Chrome chrome, Experiment experiment, Path folder, String... more)
      throws IOException {
    Terminal nowhere = new Terminal(new ByteArrayOutputStream(), System.err, false);
    String[] words =
        Stream.concat(Stream.of("-o", folder.toString()), Stream.of(more)).toArray(String[]::new);
    assertThat(experiment.command("drawn", nowhere).execute(words)).isZero();
    JsonNode json = new ObjectMapper().readTree(folder.resolve("results.json").toFile());
    return new ReportPage(chrome, folder.resolve("index.html"), json);
  }

  @Test
  void figures_are_those_of_what_was_measured(@TempDir Path folder) throws IOException {
    try (Chrome chrome = Chrome.start()) {
      SoftAssertions soft = new SoftAssertions();
      ReportPage page = run(chrome, new Drawn(), folder);
      for (int width : WIDTHS) {
        soft.check(() -> page.open("", width).assertFits());
      }
      page.open("", ReportPage.WIDE).unfold();
      BenchPageCheck check = new BenchPageCheck(page, folder, soft);
      check.all();
      check.comparison("time, ns", "peer 8");
      check.comparison("rate, M/s", null);
      check.lines("lines", "rate", "stage", cell -> true);
      check.failures(List.of("Not measured: none, because no."));
      check.published("ours", "9 M/s", "rate", List.of("ours", "8"));
      page.assertQuiet();
      soft.assertAll();
    }
  }

  @Test
  void figures_of_an_experiment_are_those_of_what_was_measured(@TempDir Path folder)
      throws IOException {
    try (Chrome chrome = Chrome.start()) {
      SoftAssertions soft = new SoftAssertions();
      ReportPage page = run(chrome, new DensityCommand(), folder, "--quick", "--set", "GENERATED");
      page.open("", ReportPage.WIDE).unfold();
      BenchPageCheck check = new BenchPageCheck(page, folder, soft);
      check.all();
      check.comparison("bytes a record, B", null);
      check.lines("GENERATED", "bytes a record", "format", cell -> true);
      page.assertQuiet();
      soft.assertAll();
    }
  }
}
