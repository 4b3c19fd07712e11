package dev.sluice.benchmarks.calls;

import static dev.sluice.benchmarks.frame.Report.decimals;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Columns;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Section;
import dev.sluice.benchmarks.frame.Summary;
import dev.sluice.pages.Page;
import java.io.PrintStream;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The results of method calls as tables, for a terminal and a page. */
final class CallTables {
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
    return List.of(
        times().section("Response times after the warm-up, ns", cells(CallMetrics.RESPONSE)),
        over(CallMetrics.RESPONSE, CallMetrics.OVER_FLOOR)
            .add(">CPU ns/record", cell -> figures.mean(cell, CallMetrics.CPU))
            .add(">bytes/record", cell -> figures.mean(cell, CallMetrics.ALLOCATED))
            .section(
                "The same as multiples of the floor, and what a record costs",
                cells(CallMetrics.RESPONSE)),
        over(CallMetrics.FRESH, CallMetrics.FRESH_OVER_FLOOR)
            .section(
                "The first calls of a fresh JVM as multiples of the floor's",
                cells(CallMetrics.FRESH)),
        over(CallMetrics.LATER, CallMetrics.LATER_OVER_FLOOR)
            .section("The second half of them", cells(CallMetrics.LATER)));
  }

  private List<Cell> cells(Metric metric) {
    return CallOrder.of(results).stream().filter(cell -> results.has(cell, metric)).toList();
  }

  private Columns<Cell> times() {
    Columns<Cell> columns =
        CallFigures.columns()
            .add(">mean", cell -> figures.time(cell, Summary::mean, 1))
            .add(">95 %", cell -> figures.interval(cell, CallMetrics.RESPONSE, 0));
    return figures
        .addQuantiles(columns, cell -> cell)
        .add(">calls/s", cell -> figures.mean(cell, CallMetrics.RATE))
        .add(">emitted", cell -> figures.count(cell, CallMetrics.EMITTED))
        .add(">lost", cell -> figures.count(cell, Metric.LOST));
  }

  private Columns<Cell> over(Metric metric, Metric overFloor) {
    return CallFigures.columns()
        .add(">mean", cell -> decimals(figures.ratio(cell, overFloor).median(), 3))
        .add(">95 %", cell -> figures.ratioInterval(cell, overFloor))
        .add(">p50", cell -> over(cell, metric, Summary::p50, 3))
        .add(">p99", cell -> over(cell, metric, Summary::p99, 2))
        .add(">p99.9", cell -> over(cell, metric, Summary::p999, 2));
  }

  private String over(Cell cell, Metric metric, ToDoubleFunction<Summary> of, int digits) {
    return decimals(figures.overFloor(cell, floor, metric, of), digits);
  }
}
