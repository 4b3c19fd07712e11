package dev.sluice.benchmarks.rate;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Published;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Summary;
import dev.sluice.pages.Axis;
import dev.sluice.pages.Chart;
import dev.sluice.pages.Interval;
import dev.sluice.pages.Point;
import dev.sluice.tools.recordings.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The results of the constant rate as tables and charts. */
record RateReport(Results results) {
  static final List<String> COSTS =
      List.of(
          "subject",
          "serializer",
          "compression",
          ">chunk",
          ">rate",
          ">CPU s/s",
          ">95 %",
          ">emitting",
          ">client",
          ">compilers",
          ">GC",
          ">above emitter",
          ">KiB/s",
          ">requests/s",
          ">stored B/record");

  static final List<String> FATES =
      List.of(
          "subject",
          "serializer",
          "compression",
          ">chunk",
          ">emitted",
          ">arrived",
          ">lost",
          "by cause",
          ">of it in the warm-up");

  static final List<String> RATIOS =
      List.of(
          "subject",
          "serializer",
          "compression",
          ">chunk",
          ">network",
          ">CPU",
          ">without compilers",
          ">and emitter alone");

  private static final String SLIDES = "2017, EQ2";
  private static final Cell ALONE = RateCase.alone().cell();

  /** Against which chunks are compared. */
  private static final Cell RECORD = RateCase.record(RateCase.KIEKER).cell();

  private static final List<Integer> SIZES = List.of(1, 16, 32, 128, 1024, 8192);

  private List<Cell> cells() {
    return results.cells(cell -> results.has(cell, RateMetrics.CPU));
  }

  private static List<String> labels(Cell cell) {
    return new ArrayList<>(cell.labels().values());
  }

  private String mean(Cell cell, Metric metric) {
    return Report.mean(results, cell, metric);
  }

  private double value(Cell cell, Metric metric) {
    return results.has(cell, metric) ? results.summary(cell, metric).mean() : Double.NaN;
  }

  private String interval(Cell cell, Metric metric) {
    Summary all = results.summary(cell, metric);
    return Report.decimals(all.low(), metric.digits())
        + "–"
        + Report.decimals(all.high(), metric.digits());
  }

  /** What each case costs. */
  List<List<String>> costs() {
    List<List<String>> rows = new ArrayList<>();
    for (Cell cell : cells()) {
      List<String> row = labels(cell);
      row.add(mean(cell, RateMetrics.RATE));
      row.add(mean(cell, RateMetrics.CPU));
      row.add(interval(cell, RateMetrics.CPU));
      row.add(mean(cell, RateMetrics.EMITTING));
      row.add(mean(cell, RateMetrics.CLIENT));
      row.add(mean(cell, RateMetrics.COMPILER));
      row.add(mean(cell, RateMetrics.COLLECTOR));
      row.add(Report.decimals(value(cell, RateMetrics.CPU) - value(ALONE, RateMetrics.CPU), 3));
      row.add(mean(cell, RateMetrics.NETWORK));
      row.add(mean(cell, RateMetrics.REQUESTS));
      row.add(mean(cell, RateMetrics.STORED));
      rows.add(row);
    }
    return rows;
  }

  /** What became of the records of each case. */
  List<List<String>> fates() {
    List<List<String>> rows = new ArrayList<>();
    for (Cell cell : cells()) {
      if (results.has(cell, RateMetrics.ARRIVED)) {
        List<String> row = labels(cell);
        row.add(count(cell, RateMetrics.EMITTED));
        row.add(count(cell, RateMetrics.ARRIVED));
        row.add(count(cell, Metric.LOST));
        row.add(causes(cell));
        row.add(count(cell, RateMetrics.LOST_EARLY));
        rows.add(row);
      }
    }
    return rows;
  }

  private String count(Cell cell, Metric metric) {
    return Figures.count(Math.round(value(cell, metric)));
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
  List<List<String>> ratios() {
    List<List<String>> rows = new ArrayList<>();
    for (Cell cell : cells()) {
      if (results.has(RECORD, RateMetrics.CPU) && !cell.equals(ALONE) && !cell.equals(RECORD)) {
        List<String> row = labels(cell);
        row.add(percent(cell, c -> value(c, RateMetrics.NETWORK)));
        row.add(percent(cell, c -> value(c, RateMetrics.CPU)));
        row.add(percent(cell, this::steady));
        row.add(percent(cell, c -> steady(c) - steady(ALONE)));
        rows.add(row);
      }
    }
    return rows;
  }

  /** Processor time without that of the compilers, which ends some time after the start. */
  private double steady(Cell cell) {
    return value(cell, RateMetrics.CPU) - value(cell, RateMetrics.COMPILER);
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
              SLIDES, "network" + of, network, percent(cell, c -> value(c, RateMetrics.NETWORK))));
      all.add(
          new Published(SLIDES, "CPU" + of, cpu, percent(cell, c -> value(c, RateMetrics.CPU))));
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
