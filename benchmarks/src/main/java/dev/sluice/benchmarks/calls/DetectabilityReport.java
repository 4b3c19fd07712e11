package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Sample;
import dev.sluice.cli.Table;
import dev.sluice.pages.Axis;
import dev.sluice.pages.Chart;
import dev.sluice.pages.Page;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Runs that are needed, as a table and a chart. */
final class DetectabilityReport {
  private static final List<String> HEADERS =
      List.of(
          "stage",
          "peer",
          "of a run",
          ">before, ns",
          ">after",
          ">slower, %",
          ">effect",
          ">80 %",
          ">90 %",
          ">95 %",
          ">measured");
  private static final double[] POWERS = {0.8, 0.9, 0.95};

  private final List<Line> lines = new ArrayList<>();

  /** What was found of a variant by means or by medians. */
  private record Line(Variant variant, Metric metric, List<String> texts, int runs) {}

  DetectabilityReport(Results results, List<Variant> variants, String before, String after) {
    for (Metric metric : List.of(DetectabilityCommand.MEAN, DetectabilityCommand.MEDIAN)) {
      for (Variant variant : variants) {
        Cell one = DetectabilityCommand.cell(variant, before);
        Cell other = DetectabilityCommand.cell(variant, after);
        double[] values = values(results, one, metric);
        double[] others = values(results, other, metric);
        if (values.length > 1 && others.length > 1) {
          lines.add(
              line(
                  variant,
                  metric,
                  Report.mean(results, one, metric),
                  Report.mean(results, other, metric),
                  values,
                  others));
        }
      }
    }
  }

  private static double[] values(Results results, Cell cell, Metric metric) {
    return results.samples(cell, metric).stream()
        .map(Sample::values)
        .mapToDouble(value -> value[0])
        .toArray();
  }

  private static Line line(
      Variant variant,
      Metric metric,
      String before,
      String after,
      double[] values,
      double[] others) {
    RunsNeeded needed = new RunsNeeded(values, others);
    List<String> texts = new ArrayList<>();
    texts.add(variant.stage().toString());
    texts.add(variant.peer().toString());
    texts.add(metric.equals(DetectabilityCommand.MEAN) ? "mean" : "median");
    texts.add(before);
    texts.add(after);
    texts.add(Report.decimals(100 * needed.slowdown(), 2));
    texts.add(Report.decimals(needed.effectSize(), 2));
    int last = 0;
    for (double power : POWERS) {
      last = needed.runs(power);
      texts.add(last == 0 ? "> " + RunsNeeded.MOST : Integer.toString(last));
    }
    texts.add(values.length + " + " + others.length);
    return new Line(variant, metric, texts, last);
  }

  void print(PrintStream out) {
    out.println();
    Table table = new Table(HEADERS.toArray(String[]::new));
    lines.forEach(line -> table.row(line.texts.toArray(String[]::new)));
    table.print(out, "  ");
  }

  void add(Page page) {
    page.heading("Figures").table(HEADERS, lines.stream().map(Line::texts).toList());
    page.heading("Charts");
    for (Metric metric : List.of(DetectabilityCommand.MEAN, DetectabilityCommand.MEDIAN)) {
      List<Line> of = lines.stream().filter(line -> line.metric.equals(metric)).toList();
      page.chart(
          Chart.of(
                  "Runs of each version for a power of 95 %, by the " + metric.name(),
                  Axis.names("", of.stream().map(line -> line.variant.toString()).toList()),
                  Axis.linear("runs; none is drawn where " + RunsNeeded.MOST + " are too few"))
              .sideways()
              .bars("runs", of.stream().map(line -> (double) line.runs).toList()));
    }
  }
}
