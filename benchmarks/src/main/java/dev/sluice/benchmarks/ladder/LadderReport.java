package dev.sluice.benchmarks.ladder;

import dev.sluice.benchmarks.calls.CallFigures;
import dev.sluice.benchmarks.calls.CallMetrics;
import dev.sluice.benchmarks.frame.Bars;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Ratio;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Section;
import dev.sluice.benchmarks.frame.Summary;
import dev.sluice.pages.Axis;
import dev.sluice.pages.Chart;
import dev.sluice.pages.Interval;
import dev.sluice.pages.Page;
import dev.sluice.pages.Point;
import dev.sluice.tools.recordings.Figures;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The ladder as tables and charts. */
final class LadderReport {
  private static final List<String> STEPS =
      List.of(
          "path",
          "rung",
          "against",
          "published",
          "queue full",
          ">time against it",
          ">its p50",
          ">over the floor",
          ">lost");
  private static final List<String> TIMES =
      List.of("rung", ">mean", ">95 %", ">p25", ">p50", ">p75", ">p99", ">p99.9");
  private static final List<String> COSTS =
      List.of("rung", ">traces/s", ">95 %", ">CPU ns/record", ">bytes/record", ">emitted");

  private final Results results;
  private final LadderFigures figures;
  private final CallFigures calls;

  LadderReport(Results results) {
    this.results = results;
    this.figures = new LadderFigures(results);
    this.calls = new CallFigures(results);
  }

  private List<Section> sections() {
    return List.of(
        new Section(
            "Steps: how many times as long a call takes as with the rung it is against",
            STEPS,
            rows(this::step)),
        new Section(
            "Response times of an outermost call, ten executions, ns", TIMES, rows(this::times)),
        new Section("Throughput, and what a record costs the machine", COSTS, rows(this::costs)));
  }

  void print(PrintStream out) {
    sections().forEach(section -> section.print(out));
  }

  void add(Page page) {
    sections().forEach(section -> section.add(page));
    page.paragraph(
        "Time against the rung before, and over the floor: the median of all turns' means with its"
            + " 95 % interval; below 1 is a gain. CPU is that of the whole JVM less the floor's.");
    page.heading("Charts");
    page.chart(steps());
    page.chart(
        bars(
            "Mean response time of an outermost call, ten executions",
            CallMetrics.RESPONSE,
            Axis.log("ns")));
    page.chart(bars("Traces per second", CallMetrics.RATE, Axis.log("traces/s")));
    page.chart(
        bars(
            "Processor time of the whole JVM per record, less the floor's",
            CallMetrics.CPU,
            Axis.linear("ns")));
  }

  private List<List<String>> rows(Function<Rung, List<String>> row) {
    return figures.rungs().stream().map(row).toList();
  }

  private List<String> step(Rung rung) {
    return List.of(
        rung.group().toString(),
        rung.name(),
        Optional.ofNullable(rung.before()).orElse(Rung.NONE),
        rung.paper().isEmpty() ? Rung.NONE : rung.paper(),
        rung.full(),
        LadderFigures.text(figures.step(rung)),
        figures.medians(rung).map(ratio -> Report.decimals(ratio, 2)).orElse(Rung.NONE),
        LadderFigures.text(Optional.of(calls.ratio(rung.cell(), CallMetrics.OVER_FLOOR))),
        Figures.count(calls.sum(rung.cell(), Metric.LOST)));
  }

  private List<String> times(Rung rung) {
    Summary all = results.summary(rung.cell(), CallMetrics.RESPONSE);
    return List.of(
        rung.name(),
        Report.decimals(all.mean(), 0),
        CallFigures.interval(all.low(), all.high(), 0),
        Report.decimals(all.p25(), 0),
        Report.decimals(all.p50(), 0),
        Report.decimals(all.p75(), 0),
        Report.decimals(all.p99(), 0),
        Report.decimals(all.p999(), 0));
  }

  private List<String> costs(Rung rung) {
    Summary rate = results.summary(rung.cell(), CallMetrics.RATE);
    return List.of(
        rung.name(),
        Report.decimals(rate.mean(), 0),
        CallFigures.interval(rate.low(), rate.high(), 0),
        calls.mean(rung.cell(), CallMetrics.CPU),
        calls.mean(rung.cell(), CallMetrics.ALLOCATED),
        Figures.count(calls.sum(rung.cell(), CallMetrics.EMITTED)));
  }

  /** What each step does to the time of a call. */
  private Chart steps() {
    List<String> names = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    List<Interval> intervals = new ArrayList<>();
    List<Point> published = new ArrayList<>();
    for (Rung rung : figures.rungs()) {
      Optional<Ratio> step = figures.step(rung);
      if (step.isPresent()) {
        int at = names.size();
        intervals.add(new Interval(at, step.get().low(), step.get().high()));
        LadderPapers.step(rung).ifPresent(theirs -> published.add(Point.of(at, theirs)));
        names.add(rung.name() + " against " + rung.before());
        values.add(step.get().median());
      }
    }
    return Chart.of(
            "What each step does to the time of a call (below 1: a gain)",
            Axis.names("", names),
            Axis.log("times as long"))
        .sideways()
        .bars("here", values)
        .intervals("here", intervals)
        .scatter("in the paper", published);
  }

  private Chart bars(String title, Metric metric, Axis axis) {
    Bars bars = new Bars();
    for (Rung rung : figures.rungs()) {
      if (results.has(rung.cell(), metric)) {
        Summary all = results.summary(rung.cell(), metric);
        bars.add(rung.name(), all.mean(), all.low(), all.high());
      }
    }
    return bars.chart(title, axis, "mean");
  }
}
