package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.analyze.ReportPage;
import dev.sluice.cli.analyze.ShownFigure;
import dev.sluice.cli.watch.Watching;
import dev.sluice.pages.Chrome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The figures of each operation as {@code top}, {@code compare}, {@code report.json}, {@code
 * operations.csv}, the page and {@code watch} have them. For one thread.
 */
final class Answers {
  /** Two outputs may differ by that part of a quantile. */
  private static final double QUANTILE_ERROR = 0.008;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** By output, then by operation, then by figure; a figure that an output lacks is absent. */
  private final Map<String, Map<String, Map<String, ShownFigure>>> all = new LinkedHashMap<>();

  /** What was recorded. */
  final Program program;

  /** Where its records are. */
  final Path source;

  private Answers(Program program, Path source) {
    this.program = program;
    this.source = source;
  }

  /**
   * Asks all outputs but the page about the program of a seed; empty if the outputs may differ
   * because parts of traces are missing, or because an output escapes names that no compiler gives.
   */
  static Optional<Answers> ofSeed(long seed, Path scratch) throws IOException {
    return ask(seed, scratch, null);
  }

  /** Asks all outputs about the program of a seed as {@link #ofSeed} does. */
  static Optional<Answers> withPage(long seed, Path scratch, Chrome chrome) throws IOException {
    return ask(seed, scratch, chrome);
  }

  private static Optional<Answers> ask(long seed, Path scratch, Chrome chrome) throws IOException {
    Program program = Oracle.program(seed);
    if (program == null
        || program.hostile
        || program.backwards
        || Verdict.of(program).stream().anyMatch(verdict -> !verdict.valid)
        || !program.producers.stream().allMatch(Producer::whole)) {
      return Optional.empty();
    }
    Random ways = Program.random(seed, "ways");
    Path source = Recording.write(scratch.resolve("records"), Recording.chunks(program, 7, ways));
    Answers answers = new Answers(program, source);
    answers.ask(scratch, chrome);
    return Optional.of(answers);
  }

  private void ask(Path scratch, Chrome chrome) throws IOException {
    json("top", Shell.json(0, words("top", source, "--json")).get("operations"));
    compare(Shell.json(0, words("compare", source, source, "--json", "--with-warm-up")));
    Path report = Question.fresh(scratch, "report");
    Shell.run(0, words("analyze", source, "-o", report, "--with-warm-up"));
    csv(Files.readAllLines(report.resolve("operations.csv")));
    JsonNode model = JSON.readTree(report.resolve("report.json").toFile());
    report(model);
    if (chrome != null) {
      page(new ReportPage(chrome, report.resolve("report.html"), model));
    }
    watch();
  }

  private Object[] words(Object... words) {
    Stream<Object> timeout = Stream.of("--timeout", program.timeout());
    return Stream.concat(Stream.of(words), timeout).toArray();
  }

  /** Adds the answer of a further output. */
  void put(String output, String operation, String figure, double value) {
    put(output, operation, figure, new ShownFigure(value, value));
  }

  private void put(String output, String operation, String figure, ShownFigure value) {
    all.computeIfAbsent(output, absent -> new TreeMap<>())
        .computeIfAbsent(operation, absent -> new TreeMap<>())
        .put(figure, value);
  }

  private void json(String output, JsonNode operations) {
    for (JsonNode one : operations) {
      for (String figure : List.of("calls", "failed", "total", "p50", "p99", "max")) {
        if (one.hasNonNull(figure)) {
          put(output, one.get("operation").asText(), figure, one.get(figure).asDouble());
        }
      }
    }
  }

  /**
   * An operation is in requests and without them if another probe recorded more of its calls. Then
   * the calls without requests are all of its producer, so that of several producers neither list
   * has the figures of all calls.
   */
  private void compare(JsonNode answer) {
    Map<String, double[]> inRequests = new TreeMap<>();
    answer.get("kinds").forEach(kind -> add(kind.get("operations"), inRequests));
    Map<String, double[]> without = new TreeMap<>();
    add(answer.get("operations"), without);
    boolean isOne = program.producers.size() == 1;
    inRequests.forEach(
        (operation, sum) -> {
          if (!without.containsKey(operation)) {
            compare(operation, sum);
          } else if (isOne) {
            assertThat(sum[0]).as("calls in requests").isLessThan(without.get(operation)[0]);
          }
        });
    without.forEach(
        (operation, sum) -> {
          if (isOne || !inRequests.containsKey(operation)) {
            compare(operation, sum);
          }
        });
  }

  private void compare(String operation, double[] sum) {
    List<String> figures = List.of("calls", "failed", "total", "max");
    for (int i = 0; i < sum.length; i++) {
      put("compare", operation, figures.get(i), sum[i]);
    }
  }

  private static void add(JsonNode operations, Map<String, double[]> sums) {
    for (JsonNode one : operations) {
      JsonNode side = one.get("after");
      double[] sum = sums.computeIfAbsent(one.get("operation").asText(), absent -> new double[4]);
      sum[0] += side.get("calls").asDouble();
      sum[1] += side.get("failed").asDouble();
      sum[2] += side.get("sum").asDouble();
      sum[3] = Math.max(sum[3], side.get("max").asDouble());
    }
  }

  private void csv(List<String> lines) {
    List<String> heads = List.of(lines.get(0).split(","));
    Map<String, String> columns =
        Map.of(
            "calls", "calls",
            "failed", "failed",
            "total", "total_ns",
            "p50", "p50_ns",
            "p99", "p99_ns",
            "max", "max_ns");
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1); // names of a compiler that has no comma in its texts
      columns.forEach(
          (figure, head) -> {
            String cell = cells[heads.indexOf(head)];
            if (!cell.isEmpty()) {
              put("operations.csv", cells[0], figure, Double.parseDouble(cell));
            }
          });
    }
  }

  private void report(JsonNode model) {
    List<String> figures = List.of("calls", "failed", "total", "", "", "p50", "p99", "max");
    for (JsonNode row : model.get("ops").get(0)) {
      String operation = model.get("signatures").get(row.get(0).asInt()).asText();
      for (int i = 0; i < figures.size(); i++) {
        if (!figures.get(i).isEmpty() && !row.get(i + 1).isNull()) {
          put("report.json", operation, figures.get(i), row.get(i + 1).asDouble());
        }
      }
    }
  }

  private void page(ReportPage page) {
    JsonNode shown = page.open("#tab=operations", ReportPage.WIDE).unfold().run("shown.all()");
    JsonNode table = ReportPage.table(shown.get("panel"), "Operations");
    Map<String, String> columns =
        Map.of(
            "calls", "calls",
            "failed", "failed",
            "total", "total time",
            "p50", "p50",
            "p99", "p99",
            "max", "longest");
    for (JsonNode row : table.get("rows")) {
      String operation = row.get(0).get("title").asText();
      columns.forEach(
          (figure, head) -> {
            JsonNode cell = row.get(ReportPage.column(table, head));
            String text = cell.isTextual() ? cell.asText() : cell.get("text").asText();
            if (!text.isEmpty() && !text.equals("–")) {
              put("page", operation, figure, ShownFigure.of(text));
            }
          });
    }
    page.assertQuiet();
  }

  private void watch() throws IOException {
    String whole = "file:" + source + "?follow=false"; // so that traces that wait are closed
    try (Watching watching = Watching.of(whole, "--timeout", program.timeout())) {
      String status = watching.await(text -> text.contains("\"state\":\"ended\""));
      json("watch", JSON.readTree(status).get("operations").get("all"));
    }
  }

  /** Asserts that all outputs have the same operations and figures. */
  void assertEqual() {
    Map<String, Map<String, ShownFigure>> right = all.get("top");
    all.forEach(
        (output, operations) -> {
          if (program.producers.size() == 1 || !output.equals("compare")) {
            assertThat(operations.keySet()).as(output).isEqualTo(right.keySet());
          }
          operations.forEach(
              (operation, figures) ->
                  figures.forEach(
                      (figure, value) -> {
                        double error = figure.startsWith("p") ? QUANTILE_ERROR : 0;
                        ShownFigure first = right.get(operation).get(figure);
                        assertThat(first)
                            .as("%s of %s by top, beside %s", figure, operation, output)
                            .isNotNull();
                        assertThat(value.isOf(first.low() * (1 - error), first.low() * (1 + error)))
                            .as(
                                "%s of %s: %s by %s, %s by top",
                                figure, operation, value, output, first.low())
                            .isTrue();
                      }));
        });
  }

  /** The outputs that were asked, each with its number of figures. */
  Map<String, Integer> figures() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    all.forEach(
        (output, operations) ->
            counts.put(output, operations.values().stream().mapToInt(Map::size).sum()));
    return counts;
  }
}
