package dev.sluice.benchmarks.calls;

import static dev.sluice.benchmarks.frame.Report.decimals;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Section;
import dev.sluice.benchmarks.frame.Summary;
import dev.sluice.pages.Page;
import dev.sluice.tools.recordings.Columns;
import java.io.PrintStream;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The results of method calls as tables, for a terminal and a page. */
record CallTables(Results results, CallFigures figures) {
  CallTables(Results results) {
    this(results, new CallFigures(results));
  }

  void print(PrintStream out) {
    sections().forEach(section -> section.print(out));
  }

  void add(Page page) {
    sections().forEach(section -> section.add(page));
  }

  private List<Section> sections() {
    return List.of(
        Section.of("Response times after the warm-up, ns", cells(CallMetrics.RESPONSE), times()),
        Section.of(
            "The same as multiples of the floor, and what a record costs",
            cells(CallMetrics.RESPONSE),
            over(CallMetrics.RESPONSE, CallMetrics.OVER_FLOOR)
                .with(">CPU ns/record", cell -> figures.mean(cell, CallMetrics.CPU))
                .with(">bytes/record", cell -> figures.mean(cell, CallMetrics.ALLOCATED))),
        Section.of(
            "The first calls of a fresh JVM as multiples of the floor's",
            cells(CallMetrics.FRESH),
            over(CallMetrics.FRESH, CallMetrics.FRESH_OVER_FLOOR)),
        Section.of(
            "The second half of them",
            cells(CallMetrics.LATER),
            over(CallMetrics.LATER, CallMetrics.LATER_OVER_FLOOR)));
  }

  private List<Cell> cells(Metric metric) {
    return CallOrder.of(results).stream().filter(cell -> results.has(cell, metric)).toList();
  }

  private Columns<Cell> times() {
    Columns<Cell> columns =
        CallFigures.columns()
            .with(">mean", cell -> figures.time(cell, Summary::mean, 1))
            .with(">95 %", cell -> figures.interval(cell, CallMetrics.RESPONSE, 0));
    return figures
        .addQuantiles(columns, cell -> cell)
        .with(">calls/s", cell -> figures.mean(cell, CallMetrics.RATE))
        .with(">emitted", cell -> figures.count(cell, CallMetrics.EMITTED))
        .with(">lost", cell -> figures.count(cell, Metric.LOST));
  }

  private Columns<Cell> over(Metric metric, Metric overFloor) {
    return CallFigures.columns()
        .with(">mean", cell -> decimals(figures.ratio(cell, overFloor).median(), 3))
        .with(">95 %", cell -> figures.ratioInterval(cell, overFloor))
        .with(">p50", cell -> over(cell, metric, Summary::p50, 3))
        .with(">p99", cell -> over(cell, metric, Summary::p99, 2))
        .with(">p99.9", cell -> over(cell, metric, Summary::p999, 2));
  }

  private String over(Cell cell, Metric metric, ToDoubleFunction<Summary> of, int digits) {
    return decimals(figures.overFloor(cell, metric, of), digits);
  }
}
