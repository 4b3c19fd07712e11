package dev.sluice.benchmarks.calls;

import static dev.sluice.benchmarks.frame.Report.decimals;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Ratio;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Section;
import dev.sluice.benchmarks.frame.Summary;
import dev.sluice.pages.Page;
import dev.sluice.tools.recordings.Figures;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The results of method calls as tables, for a terminal and a page. */
final class CallTables {
  private static final List<String> WHO = List.of(CallFigures.STAGE, CallFigures.PEER);
  private static final List<String> TIMES =
      List.of(
          ">mean",
          ">95 %",
          ">p25",
          ">p50",
          ">p75",
          ">p99",
          ">p99.9",
          ">calls/s",
          ">emitted",
          ">lost");
  private static final List<String> OVER = List.of(">mean", ">95 %", ">p50", ">p99", ">p99.9");

  private final Results results;
  private final CallFigures figures;
  private final Cell floor = CallFigures.cell(Setup.FLOOR, Peer.SLUICE);

  CallTables(Results results) {
    this.results = results;
    this.figures = new CallFigures(results);
  }

  void print(PrintStream out) {
    sections().forEach(section -> section.print(out));
  }

  void add(Page page) {
    sections().forEach(section -> section.add(page));
  }

  private List<Section> sections() {
    List<String> costs = new ArrayList<>(OVER);
    costs.addAll(List.of(">CPU ns/record", ">bytes/record"));
    return List.of(
        section("Response times after the warm-up, ns", TIMES, CallMetrics.RESPONSE, this::times),
        section(
            "The same as multiples of the floor, and what a record costs",
            costs,
            CallMetrics.RESPONSE,
            this::costs),
        section(
            "The first calls of a fresh JVM as multiples of the floor's",
            OVER,
            CallMetrics.FRESH,
            cell -> over(cell, CallMetrics.FRESH, CallMetrics.FRESH_OVER_FLOOR)),
        section(
            "The second half of them",
            OVER,
            CallMetrics.LATER,
            cell -> over(cell, CallMetrics.LATER, CallMetrics.LATER_OVER_FLOOR)));
  }

  /** Makes the cells of a row behind its labels. */
  private interface Row {
    List<String> of(Cell cell);
  }

  private Section section(String title, List<String> columns, Metric metric, Row row) {
    List<List<String>> rows = new ArrayList<>();
    for (Cell cell : CallOrder.of(results)) {
      if (results.has(cell, metric)) {
        rows.add(joined(WHO.stream().map(cell::get).toList(), row.of(cell)));
      }
    }
    return new Section(title, joined(WHO, columns), rows);
  }

  private static List<String> joined(List<String> some, List<String> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  private List<String> times(Cell cell) {
    Summary all = results.summary(cell, CallMetrics.RESPONSE);
    return List.of(
        decimals(all.mean(), 1),
        CallFigures.interval(all.low(), all.high(), 0),
        decimals(all.p25(), 0),
        decimals(all.p50(), 0),
        decimals(all.p75(), 0),
        decimals(all.p99(), 0),
        decimals(all.p999(), 0),
        figures.mean(cell, CallMetrics.RATE),
        Figures.count(figures.sum(cell, CallMetrics.EMITTED)),
        Figures.count(figures.sum(cell, Metric.LOST)));
  }

  private List<String> costs(Cell cell) {
    List<String> texts = new ArrayList<>(over(cell, CallMetrics.RESPONSE, CallMetrics.OVER_FLOOR));
    texts.add(figures.mean(cell, CallMetrics.CPU));
    texts.add(figures.mean(cell, CallMetrics.ALLOCATED));
    return texts;
  }

  private List<String> over(Cell cell, Metric metric, Metric overFloor) {
    Ratio mean = figures.ratio(cell, overFloor);
    return List.of(
        decimals(mean.median(), 3),
        CallFigures.interval(mean.low(), mean.high(), 3),
        decimals(figures.overFloor(cell, floor, metric, Summary::p50), 3),
        decimals(figures.overFloor(cell, floor, metric, Summary::p99), 2),
        decimals(figures.overFloor(cell, floor, metric, Summary::p999), 2));
  }
}
