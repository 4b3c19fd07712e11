package dev.sluice.benchmarks.complexity;

import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Comparison;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Published;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Section;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.pages.Page;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.Figures;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lines and complexity of each module, ours and the peers'. */
@Command(
    name = "complexity",
    footer = {
      "",
      "Lines are those with something that is no comment. A method has one path and",
      "one more for each condition, loop, case, handler, && and ||; a module of a",
      "peer is a package of its published sources."
    })
public final class ComplexityCommand extends Experiment {
  private static final Metric FILES = new Metric("files", "", 0);
  private static final Metric LINES = new Metric("lines", "", 0);
  private static final Metric HIGHEST = new Metric("highest complexity", "", 0);
  private static final String OURS = "sluice";

  /** Why a column of the paper's table is not rebuilt. */
  private static final String NOT_REBUILT =
      "Not rebuilt: the table's information complexity (242 and 176), after Allen, Gottipati and"
          + " Govindarajan 2007. It is the entropy of a hypergraph whose nodes are methods and"
          + " whose edges are what methods share: fields they use and methods they call. These need"
          + " the types of all expressions, resolved with all libraries, which sources jars do not"
          + " bring; and which uses make an edge is a choice of the Eclipse plug-in that computed"
          + " it, which the paper does not tell.";

  /** From the record model to the streams of records: what moves records, and nothing else. */
  private static final String CORE = "core";

  private static final Pattern CORE_MODULES =
      Pattern.compile(
          "(io-api|io-support|record-compiler|collectors|serializers|raw-writers|raw-readers"
              + "|record-streams)(/.*)?");
  private static final Metric COMPLEXITY = new Metric("complexity of a method", "", 2);

  /** Names of a package that are a module. */
  private static final Map<String, Integer> PEERS =
      new TreeMap<>(
          Map.of(
              "kieker", 3,
              "zipkin-reporter", 2,
              "opentelemetry-sdk-trace", 4,
              "opentelemetry-exporter-common", 4));

  @Option(
      names = "--sources",
      paramLabel = "DIR",
      description = "The root of our sources (default: where ./sluice is).")
  private Path sources;

  @Override
  public About about() {
    return new About(
        "Lines and cyclomatic complexity of each module, ours and the peers'.",
        "Strubel and Wulf 2016, Table 1");
  }

  @Override
  protected List<Step> steps() throws IOException {
    String root = sources == null ? System.getProperty("sluice.sources") : sources.toString();
    if (root == null || !Files.isDirectory(Path.of(root))) {
      throw new ToolException("--sources takes the folder of our sources, was " + root);
    }
    List<Step> steps = new ArrayList<>();
    steps.add(
        new Step(
            "sluice",
            4,
            recorder ->
                measure(
                    OURS,
                    recorder,
                    visitor -> SourceTrees.ours(Path.of(root).toRealPath(), visitor))));
    for (Map.Entry<String, Integer> peer : PEERS.entrySet()) {
      Path jar = SourceTrees.peer(peer.getKey());
      steps.add(
          new Step(
              peer.getKey(),
              4,
              recorder ->
                  measure(
                      peer.getKey(),
                      recorder,
                      visitor -> SourceTrees.jar(jar, peer.getValue(), visitor))));
    }
    return steps;
  }

  /** Goes over sources. */
  private interface Sources {
    void visit(SourceTrees.Visitor visitor) throws IOException;
  }

  private static void measure(String project, Step.Recorder recorder, Sources sources)
      throws IOException {
    Map<String, List<SourceMetrics>> modules = new TreeMap<>();
    sources.visit(
        (module, source) ->
            modules.computeIfAbsent(module, m -> new ArrayList<>()).add(SourceMetrics.of(source)));
    modules.forEach((module, files) -> record(project, module, files, recorder));
    record(project, "all", modules.keySet(), modules, recorder);
    if (project.equals(OURS)) {
      record(
          project,
          CORE,
          modules.keySet().stream()
              .filter(module -> CORE_MODULES.matcher(module).matches())
              .toList(),
          modules,
          recorder);
    }
  }

  private static void record(
      String project,
      String name,
      Collection<String> some,
      Map<String, List<SourceMetrics>> modules,
      Step.Recorder recorder) {
    List<SourceMetrics> files = some.stream().flatMap(m -> modules.get(m).stream()).toList();
    record(project, name, files, recorder);
  }

  private static void record(
      String project, String module, List<SourceMetrics> files, Step.Recorder recorder) {
    Cell cell = Cell.of("project", project, "module", module);
    Histogram methods = new Histogram(3);
    files.stream()
        .flatMap(file -> file.methods().stream())
        .forEach(method -> methods.recordValue(method.complexity()));
    recorder.values(cell, FILES, files.size());
    recorder.values(cell, LINES, files.stream().mapToInt(SourceMetrics::lines).sum());
    if (methods.getTotalCount() > 0) {
      recorder.events(cell, COMPLEXITY, methods);
      recorder.values(cell, HIGHEST, methods.getMaxValue());
    }
  }

  @Override
  protected void print(Results results, PrintStream out) {
    Section.of(
            "Modules",
            results.cells(),
            Cell.columns("project", "module")
                .with(">files", cell -> Report.mean(results, cell, FILES))
                .with(">lines", cell -> Report.mean(results, cell, LINES))
                .with(">methods", cell -> Figures.count(methods(results, cell)))
                .with(">mean complexity", cell -> Report.mean(results, cell, COMPLEXITY))
                .with(">99 %", cell -> methods(results, cell) == 0 ? "-" : p99(results, cell))
                .with(">highest", cell -> Report.mean(results, cell, HIGHEST)))
        .printUntitled(out);
  }

  private static long methods(Results results, Cell cell) {
    return results.has(cell, COMPLEXITY) ? results.summary(cell, COMPLEXITY).count() : 0;
  }

  private static String p99(Results results, Cell cell) {
    return Report.decimals(results.summary(cell, COMPLEXITY).p99(), 0);
  }

  @Override
  protected List<Comparison> comparisons(Results results) {
    return Stream.of(LINES, COMPLEXITY)
        .map(
            metric ->
                Comparison.of(
                    results,
                    metric,
                    cell -> cell.get("module").matches("all|" + CORE),
                    cell -> cell.with("project", OURS).with("module", CORE)))
        .toList();
  }

  @Override
  protected void page(Results results, Page page) {
    page.paragraph(NOT_REBUILT);
  }

  @Override
  protected List<Published> published(Results results) {
    String paper = "Strubel and Wulf 2016, Table 1";
    Cell collectors = Cell.of("project", OURS, "module", "collectors");
    String ours =
        "collectors: "
            + Report.mean(results, collectors, LINES)
            + ", "
            + Report.mean(results, collectors, COMPLEXITY);
    return List.of(
        new Published(
            paper, "Kieker 1.12, monitoring component: lines, complexity", "1,092, 2.48", ours),
        new Published(paper, "the same, refactored", "654, 1.73", ours));
  }
}
