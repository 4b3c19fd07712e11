package dev.sluice.benchmarks.rate;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Comparison;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Published;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Section;
import dev.sluice.benchmarks.frame.Summary;
import dev.sluice.pages.Axis;
import dev.sluice.pages.Chart;
import dev.sluice.pages.Interval;
import dev.sluice.pages.Point;
import dev.sluice.tools.recordings.Columns;
import dev.sluice.tools.recordings.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The results of the constant rate as tables and charts. */
record RateReport(Results results) {
  private static final String SLIDES = "2017, EQ2";
  private static final Cell ALONE = RateCase.alone().cell();

  /** Against which chunks are compared. */
  private static final Cell RECORD = RateCase.record(RateCase.KIEKER).cell();

  private static final List<Integer> SIZES = List.of(1, 16, 32, 128, 1024, 8192);

  private List<Cell> cells() {
    return results.cells(cell -> results.has(cell, RateMetrics.CPU));
  }

  /** Chunks beside one message a record. */
  List<Comparison> comparisons() {
    return Stream.of(RateMetrics.CPU, RateMetrics.NETWORK)
        .map(metric -> Comparison.of(results, metric, cell -> true, cell -> RECORD))
        .toList();
  }

  private static Columns<Cell> columns() {
    return Cell.columns("subject", "serializer", "compression", ">chunk");
  }

  private String mean(Cell cell, Metric metric) {
    return Report.mean(results, cell, metric);
  }

  private String interval(Cell cell, Metric metric) {
    return Report.interval(results, cell, metric);
  }

  /** What each case costs. */
  Section costs() {
    return Section.of(
        "What 100 000 records/s cost",
        cells(),
        columns()
            .with(">rate", cell -> mean(cell, RateMetrics.RATE))
            .with(">CPU s/s", cell -> mean(cell, RateMetrics.CPU))
            .with(">95 %", cell -> interval(cell, RateMetrics.CPU))
            .with(">emitting", cell -> mean(cell, RateMetrics.EMITTING))
            .with(">client", cell -> mean(cell, RateMetrics.CLIENT))
            .with(">compilers", cell -> mean(cell, RateMetrics.COMPILER))
            .with(">GC", cell -> mean(cell, RateMetrics.COLLECTOR))
            .with(">above emitter", cell -> Report.decimals(cpu(cell) - cpu(ALONE), 3))
            .with(">KiB/s", cell -> mean(cell, RateMetrics.NETWORK))
            .with(">requests/s", cell -> mean(cell, RateMetrics.REQUESTS))
            .with(">stored B/record", cell -> mean(cell, RateMetrics.STORED)));
  }

  /** What became of the records of each case. */
  Section fates() {
    return Section.of(
        "What became of the records",
        cells().stream().filter(cell -> results.has(cell, RateMetrics.ARRIVED)).toList(),
        columns()
            .with(">emitted", cell -> count(cell, RateMetrics.EMITTED))
            .with(">arrived", cell -> count(cell, RateMetrics.ARRIVED))
            .with(">lost", cell -> count(cell, Metric.LOST))
            .with("by cause", this::causes)
            .with(">of it in the warm-up", cell -> count(cell, RateMetrics.LOST_EARLY)));
  }

  private String count(Cell cell, Metric metric) {
    return Figures.count(Math.round(results.mean(cell, metric)));
  }

  private String causes(Cell cell) {
    return String.join(
        ", ",
        results.metrics().stream()
            .filter(metric -> metric.name().startsWith(RateMetrics.LOST_BY))
            .filter(metric -> results.has(cell, metric))
            .map(
                metric ->
                    metric.name().substring(RateMetrics.LOST_BY.length())
                        + " "
                        + count(cell, metric))
            .toList());
  }

  /** Each case against one message a record. */
  Section ratios() {
    boolean measured = results.has(RECORD, RateMetrics.CPU);
    return Section.of(
        "Against one message a record of Kieker's",
        results.cells(
            cell ->
                measured
                    && results.has(cell, RateMetrics.CPU)
                    && !List.of(ALONE, RECORD).contains(cell)),
        columns()
            .with(">network", cell -> percent(cell, c -> results.mean(c, RateMetrics.NETWORK)))
            .with(">CPU", cell -> percent(cell, this::cpu))
            .with(">without compilers", cell -> percent(cell, this::steady))
            .with(">and emitter alone", cell -> percent(cell, c -> steady(c) - steady(ALONE))));
  }

  private double cpu(Cell cell) {
    return results.mean(cell, RateMetrics.CPU);
  }

  /** Processor time without that of the compilers, which ends some time after the start. */
  private double steady(Cell cell) {
    return cpu(cell) - results.mean(cell, RateMetrics.COMPILER);
  }

  private String percent(Cell cell, ToDoubleFunction<Cell> of) {
    return Report.decimals(100 * of.applyAsDouble(cell) / of.applyAsDouble(RECORD), 1) + " %";
  }

  /** The slides' figures beside ours. */
  List<Published> published() {
    List<Published> all = new ArrayList<>();
    beside(all, RECORD, "0.612 to 0.620", "1,913.7 to 1,914.2");
    beside(all, kieker(1), "0.768 to 0.780", "2,706.4 to 2,710.3");
    beside(all, kieker(16), "0.460 to 0.477", "684.2 to 684.3");
    beside(all, kieker(32), "0.273 to 0.275", "639.9 to 640.1");
    beside(all, kieker(128), "0.340 to 0.356", "593.8 to 594.2");
    beside(all, kieker(1024), "0.338 to 0.352", "577.3 to 581.1");
    ratio(all, kieker(1024), "30 %", "56 %");
    ratio(all, RateCase.sluice(1024).cell(), "-", "-");
    return all;
  }

  private static Cell kieker(int size) {
    return RateCase.chunks(RateCase.KIEKER, size).cell();
  }

  private void beside(List<Published> all, Cell cell, String cpu, String network) {
    if (results.has(cell, RateMetrics.CPU)) {
      all.add(
          new Published(SLIDES, "CPU s/s (" + cell + ")", cpu, interval(cell, RateMetrics.CPU)));
      all.add(
          new Published(
              SLIDES,
              "network KiB/s (" + cell + ")",
              network,
              interval(cell, RateMetrics.NETWORK)));
    }
  }

  private void ratio(List<Published> all, Cell cell, String network, String cpu) {
    if (results.has(cell, RateMetrics.CPU) && results.has(RECORD, RateMetrics.CPU)) {
      String of = " of a message a record (" + cell + ")";
      all.add(
          new Published(
              SLIDES,
              "network" + of,
              network,
              percent(cell, c -> results.mean(c, RateMetrics.NETWORK))));
      all.add(new Published(SLIDES, "CPU" + of, cpu, percent(cell, this::cpu)));
    }
  }

  /** A line for each subject, by size of chunk, and a point for a message a record. */
  Chart bySize(String title, Metric metric) {
    List<String> names =
        Stream.concat(Stream.of(RateCase.RECORD), SIZES.stream().map(String::valueOf)).toList();
    Chart chart =
        Chart.of(title, Axis.names("records a chunk", names), Axis.log(metric.toString()));
    Map<String, List<Point>> lines = new LinkedHashMap<>();
    for (Cell cell : cells()) {
      boolean record = cell.get("serializer").equals(RateCase.RECORD);
      int at = names.indexOf(record ? RateCase.RECORD : cell.get("chunk"));
      Summary all = results.summary(cell, metric);
      // Nothing below zero can be drawn, and nothing was sent if it is zero.
      if (at >= 0 && all.low() > 0) {
        lines.computeIfAbsent(name(cell), n -> new ArrayList<>()).add(Point.of(at, all.mean()));
        chart.intervals(name(cell), List.of(new Interval(at, all.low(), all.high())));
      }
    }
    lines.forEach(chart::line);
    return chart;
  }

  private static String name(Cell cell) {
    String who = cell.get("subject");
    if (!who.equals(RateCase.SLUICE)) {
      return cell.get("serializer").equals(RateCase.RECORD) ? who + " record" : who;
    }
    String compression = cell.get("compression");
    return "sluice "
        + cell.get("serializer")
        + (compression.equals(RateCase.NONE) ? "" : " " + compression);
  }
}
