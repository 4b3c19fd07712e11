package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Sample;
import dev.sluice.benchmarks.frame.Section;
import dev.sluice.pages.Axis;
import dev.sluice.pages.Chart;
import dev.sluice.pages.Interval;
import dev.sluice.pages.Page;
import dev.sluice.pages.Point;
import dev.sluice.tools.recordings.Columns;
import dev.sluice.tools.recordings.Figures;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.commons.statistics.descriptive.Mean;

/** Runs that are needed, as a table and charts. */
final class DetectabilityReport {
  private static final double POWER = 0.95;
  private static final double LESS_POWER = 0.8;
  private static final double SIGNIFICANCE = 0.05;

  private final List<Line> lines = new ArrayList<>();

  /** What was found of a variant by means or by medians; 0 runs if none are enough. */
  private record Line(
      Variant variant,
      Metric metric,
      List<double[]> versions,
      RunsNeeded needed,
      int runs,
      int[] interval,
      RunsNeeded control) {}

  /** Of versions: before the change, after it, and before it once more. */
  DetectabilityReport(Results results, List<Variant> variants, List<String> versions) {
    for (Metric metric : List.of(DetectabilityCommand.MEAN, DetectabilityCommand.MEDIAN)) {
      for (Variant variant : variants) {
        List<double[]> runs =
            versions.stream()
                .map(
                    version -> values(results, DetectabilityCommand.cell(variant, version), metric))
                .toList();
        if (runs.stream().allMatch(values -> values.length > 1)) {
          lines.add(line(variant, metric, runs));
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

  private static Line line(Variant variant, Metric metric, List<double[]> versions) {
    RunsNeeded needed = new RunsNeeded(versions.get(0), versions.get(1));
    RunsNeeded control = new RunsNeeded(versions.get(0), versions.get(2));
    return new Line(
        variant, metric, versions, needed, needed.runs(POWER), needed.interval(), control);
  }

  private static double mean(double[] values) {
    return Mean.of(values).getAsDouble();
  }

  private static String counts(Line line) {
    return line.versions.stream()
        .map(runs -> Integer.toString(runs.length))
        .collect(Collectors.joining(" + "));
  }

  private static String runs(int runs) {
    return runs == 0 ? "> " + Figures.count(RunsNeeded.MOST) : Integer.toString(runs);
  }

  /** How often the same program seemed to have changed. */
  private String control() {
    long alarms = lines.stream().filter(line -> line.control.significance() < SIGNIFICANCE).count();
    return String.format(
        "Control: the same program before and before once more seemed another, with p below 5 %%,"
            + " in %d of %d comparisons; %.1f are expected.",
        alarms, lines.size(), SIGNIFICANCE * lines.size());
  }

  private Section figures() {
    return Section.of(
        "Figures",
        lines,
        new Columns<Line>()
            .with("stage", line -> line.variant.stage().toString())
            .with("peer", line -> line.variant.peer().toString())
            .with("of a run", line -> line.metric == DetectabilityCommand.MEAN ? "mean" : "median")
            .with(">before, ns", line -> Report.decimals(mean(line.versions.get(0)), 1))
            .with(">after", line -> Report.decimals(mean(line.versions.get(1)), 1))
            .with(">slower, %", line -> Report.decimals(100 * line.needed.slowdown(), 2))
            .with(">effect", line -> Report.decimals(line.needed.effectSize(), 2))
            .with(">80 %", line -> runs(line.needed.runs(LESS_POWER)))
            .with(">95 %", line -> runs(line.runs))
            .with(">95 % from-to", line -> runs(line.interval[0]) + " to " + runs(line.interval[1]))
            .with(">control, %", line -> Report.decimals(100 * line.control.slowdown(), 2))
            .with(">its p", line -> Report.decimals(line.control.significance(), 2))
            .with(">runs", DetectabilityReport::counts));
  }

  void print(PrintStream out) {
    figures().printUntitled(out);
    out.println(control());
  }

  void add(Page page) {
    figures().add(page);
    page.paragraph(
        "slower: the 2 % of work as seen from outside of the monitored calls. effect: the"
            + " difference over the standard deviation of runs. 80 %, 95 %: runs of each version of"
            + " which Welch's t test at 5 % finds the slowdown so often, drawn from the measured"
            + " runs; from-to is the 95 % interval of the latter, from effects of runs drawn"
            + " anew.");
    page.paragraph(control());
    page.heading("Charts");
    page.chart(chart(DetectabilityCommand.MEAN)).chart(chart(DetectabilityCommand.MEDIAN));
  }

  private Chart chart(Metric metric) {
    List<Line> of = lines.stream().filter(line -> line.metric.equals(metric)).toList();
    List<Point> found = new ArrayList<>();
    List<Point> more = new ArrayList<>();
    List<Interval> intervals = new ArrayList<>();
    for (int i = 0; i < of.size(); i++) {
      Line line = of.get(i);
      (line.runs == 0 ? more : found).add(Point.of(i, orMost(line.runs)));
      intervals.add(new Interval(i, orMost(line.interval[0]), orMost(line.interval[1])));
    }
    String runs = "runs, with their interval";
    return Chart.of(
            "Runs of each version for a power of 95 %, by the " + metric.name(),
            Axis.names("", of.stream().map(line -> line.variant.toString()).toList()),
            Axis.log("runs"))
        .sideways()
        .scatter(runs, found)
        .intervals(runs, intervals)
        .scatter("more than " + Figures.count(RunsNeeded.MOST), more);
  }

  private static double orMost(int runs) {
    return runs == 0 ? RunsNeeded.MOST : runs;
  }
}
