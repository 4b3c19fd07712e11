package dev.sluice.benchmarks.calls;

import static dev.sluice.benchmarks.frame.Report.decimals;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Ratio;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Summary;
import dev.sluice.cli.Figures;
import dev.sluice.cli.Table;
import dev.sluice.pages.Page;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The results of method calls as tables, for a terminal and a page. */
final class CallTables {
  private static final List<String> WHO = List.of(CallFigures.STAGE, CallFigures.PEER);
  private static final List<String> OVER = List.of(">mean", ">95 %", ">p50", ">p99", ">p99.9");

  private final Results results;
  private final CallFigures figures;
  private final Cell floor = CallFigures.cell(Setup.FLOOR, Peer.SLUICE);

  CallTables(Results results) {
    this.results = results;
    this.figures = new CallFigures(results);
  }

  /** A title, headers and rows. */
  private record Part(String title, List<String> headers, List<List<String>> rows) {}

  void print(PrintStream out) {
    each(
        part -> {
          out.println();
          out.println(part.title + ":");
          Table table = new Table(part.headers.toArray(String[]::new));
          part.rows.forEach(row -> table.row(row.toArray(String[]::new)));
          table.print(out, "  ");
        });
  }

  void add(Page page) {
    each(part -> page.heading(part.title).table(part.headers, part.rows));
  }

  private void each(Consumer<Part> consumer) {
    consumer.accept(
        new Part(
            "Response times after the warm-up, ns",
            headers(
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
                    ">lost")),
            rows(CallMetrics.RESPONSE, this::times)));
    List<String> costs = new ArrayList<>(OVER);
    costs.addAll(List.of(">CPU ns/record", ">bytes/record"));
    consumer.accept(
        new Part(
            "The same as multiples of the floor, and what a record costs",
            headers(costs),
            rows(CallMetrics.RESPONSE, this::costs)));
    consumer.accept(
        new Part(
            "The first calls of a fresh JVM as multiples of the floor's",
            headers(OVER),
            rows(
                CallMetrics.FRESH,
                cell -> over(cell, CallMetrics.FRESH, CallMetrics.FRESH_OVER_FLOOR))));
    consumer.accept(
        new Part(
            "The second half of them",
            headers(OVER),
            rows(
                CallMetrics.LATER,
                cell -> over(cell, CallMetrics.LATER, CallMetrics.LATER_OVER_FLOOR))));
  }

  private static List<String> headers(List<String> more) {
    List<String> headers = new ArrayList<>(WHO);
    headers.addAll(more);
    return headers;
  }

  /** Makes the cells of a row behind its labels. */
  private interface Row {
    List<String> of(Cell cell);
  }

  private List<List<String>> rows(Metric metric, Row row) {
    List<List<String>> rows = new ArrayList<>();
    for (Cell cell : CallOrder.of(results)) {
      if (results.has(cell, metric)) {
        List<String> texts = new ArrayList<>();
        WHO.forEach(label -> texts.add(cell.get(label)));
        texts.addAll(row.of(cell));
        rows.add(texts);
      }
    }
    return rows;
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
