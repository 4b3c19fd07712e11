package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.Choice;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Comparison;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Section;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.benchmarks.frame.Summary;
import dev.sluice.pages.Axis;
import dev.sluice.pages.Chart;
import dev.sluice.pages.Interval;
import dev.sluice.pages.Page;
import dev.sluice.pages.Point;
import dev.sluice.tools.recordings.Columns;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The same variants under loads of different sizes. */
abstract class ScalingExperiment extends Experiment {
  /** What is compared; the floor and no monitoring come first. */
  private static final Map<Setup, List<Peer>> VARIANTS = variants();

  private final String size;

  @Option(names = "--peer", split = ",", paramLabel = "PEER", description = "Only these.")
  private List<String> peers = List.of();

  @Mixin private EffortOptions effort;

  /** With a word for the size of a load: a label and an axis. */
  ScalingExperiment(String size) {
    this.size = size;
  }

  private static Map<Setup, List<Peer>> variants() {
    Map<Setup, List<Peer>> variants = new LinkedHashMap<>();
    variants.put(Setup.NONE, List.of(Peer.SLUICE));
    variants.put(Setup.FLOOR, List.of(Peer.SLUICE));
    variants.put(Setup.AGGREGATE, List.of(Peer.SLUICE, Peer.JFR));
    variants.put(
        Setup.FILE, List.of(Peer.SLUICE, Peer.KIEKER_BYTEBUDDY, Peer.KIEKER_ASPECTJ, Peer.JFR));
    variants.put(Setup.DURATION_FILE, List.of(Peer.SLUICE));
    variants.put(Setup.TCP, List.of(Peer.OPENTELEMETRY));
    return variants;
  }

  /** The loads, from small to large, and what each is called. */
  abstract Map<String, Load> loads();

  /** How much is measured of a load if nothing else is asked for. */
  abstract CallEffort usual(Load load, boolean quick);

  @Override
  protected final List<Step> steps() {
    List<Peer> chosen = Choice.of("peer", peers, List.of(Peer.values()));
    List<Step> steps = new ArrayList<>();
    loads()
        .forEach(
            (name, load) -> {
              List<Variant> variants = new ArrayList<>();
              VARIANTS.forEach(
                  (stage, of) ->
                      of.stream()
                          .filter(peer -> peer.obstacle() == null)
                          .filter(peer -> stage == Setup.FLOOR || chosen.contains(peer))
                          .forEach(peer -> variants.add(new Variant(stage, peer, load))));
              steps.addAll(
                  CallStart.steps(
                      variants,
                      effort.over(usual(load, isQuick())),
                      variant -> cell(variant.stage(), variant.peer(), name)));
            });
    return steps;
  }

  private Cell cell(Setup stage, Peer peer, String load) {
    return Cell.of(CallFigures.STAGE, stage, CallFigures.PEER, peer, size, load);
  }

  @Override
  protected List<String> notes() {
    return Peer.obstacles();
  }

  @Override
  protected void print(Results results, PrintStream out) {
    times(results).printUntitled(out);
    costs(results).printUntitled(out);
  }

  private Section times(Results results) {
    CallFigures figures = new CallFigures(results);
    Columns<Cell> columns =
        columns()
            .with(">mean ns", cell -> figures.time(cell, Summary::mean, 1))
            .with(">95 %", cell -> figures.interval(cell, CallMetrics.RESPONSE, 1));
    return Section.of(
        "Response times of an outermost call, ns",
        measured(results),
        figures.addQuantiles(columns, cell -> cell));
  }

  private Section costs(Results results) {
    CallFigures figures = new CallFigures(results);
    return Section.of(
        "The same over the floor, and what a record costs",
        measured(results),
        columns()
            .with(
                ">over floor",
                cell -> Report.decimals(figures.ratio(cell, CallMetrics.OVER_FLOOR).median(), 3))
            .with(">95 %", cell -> figures.ratioInterval(cell, CallMetrics.OVER_FLOOR))
            .with(">calls/s", cell -> figures.mean(cell, CallMetrics.RATE))
            .with(">CPU ns/record", cell -> figures.mean(cell, CallMetrics.CPU))
            .with(">bytes/record", cell -> figures.mean(cell, CallMetrics.ALLOCATED))
            .with(">emitted", cell -> figures.count(cell, CallMetrics.EMITTED))
            .with(">lost", cell -> figures.count(cell, Metric.LOST)));
  }

  private Columns<Cell> columns() {
    return Cell.columns(CallFigures.STAGE, CallFigures.PEER, ">" + size);
  }

  private static List<Cell> measured(Results results) {
    return results.cells(cell -> results.has(cell, CallMetrics.RESPONSE));
  }

  @Override
  protected List<Comparison> comparisons(Results results) {
    String largest = List.copyOf(loads().keySet()).get(loads().size() - 1);
    return CallFigures.overFloor(results, cell -> cell.get(size).equals(largest));
  }

  @Override
  protected void page(Results results, Page page) {
    times(results).add(page);
    costs(results).add(page);
    page.paragraph(CallMetrics.CPU_RESOLUTION);
    page.heading("Charts");
    Spread interval = new Spread(Summary::mean, Summary::low, Summary::high);
    Spread quartiles = new Spread(Summary::p50, Summary::p25, Summary::p75);
    page.chart(
        chart("Mean response time of an outermost call", CallMetrics.RESPONSE, interval, results));
    page.chart(
        chart(
            "Median response time of an outermost call, with quartiles",
            CallMetrics.RESPONSE,
            quartiles,
            results));
    page.chart(chart("Mean over the floor", CallMetrics.OVER_FLOOR, interval, results));
    page.chart(chart("Calls of all threads in a second", CallMetrics.RATE, interval, results));
    page.chart(chart("Processor time of the whole JVM", CallMetrics.CPU, interval, results));
  }

  /** What is drawn of a point. */
  private record Spread(
      ToDoubleFunction<Summary> middle,
      ToDoubleFunction<Summary> low,
      ToDoubleFunction<Summary> high) {}

  /** A line for each variant, with the spread of each point. */
  private Chart chart(String title, Metric metric, Spread spread, Results results) {
    List<String> names = List.copyOf(loads().keySet());
    // The processor time of a cheap variant may be next to that of the floor, or below.
    Axis y =
        metric.equals(CallMetrics.CPU)
            ? Axis.linear(metric.toString())
            : Axis.log(metric.toString());
    Chart chart = Chart.of(title, Axis.names(size, names), y);
    Map<String, List<Cell>> variants = new LinkedHashMap<>();
    for (Cell cell : results.cells(cell -> results.has(cell, metric))) {
      String name = cell.get(CallFigures.STAGE) + " " + cell.get(CallFigures.PEER);
      variants.computeIfAbsent(name, absent -> new ArrayList<>()).add(cell);
    }
    variants.forEach(
        (name, cells) -> {
          List<Point> points = new ArrayList<>();
          List<Interval> intervals = new ArrayList<>();
          for (Cell cell : cells) {
            int at = names.indexOf(cell.get(size));
            Summary all = results.summary(cell, metric);
            points.add(new Point(at, spread.middle.applyAsDouble(all), null));
            intervals.add(
                new Interval(at, spread.low.applyAsDouble(all), spread.high.applyAsDouble(all)));
          }
          chart.line(name, points).intervals(name, intervals);
        });
    return chart;
  }
}
