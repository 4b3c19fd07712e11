package dev.sluice.benchmarks.ladder;

import dev.sluice.benchmarks.calls.CallFigures;
import dev.sluice.benchmarks.calls.CallMetrics;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Comparison;
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
import dev.sluice.tools.recordings.Columns;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The ladder as tables and charts. */
record LadderReport(Results results, LadderFigures figures, CallFigures calls) {
  LadderReport(Results results) {
    this(results, new LadderFigures(results), new CallFigures(results));
  }

  private List<Section> sections() {
    List<Rung> rungs = figures.rungs();
    return List.of(
        Section.of(
            "Steps: how many times as long a call takes as with the rung it is against",
            rungs,
            against()),
        Section.of("Response times of an outermost call, ten executions, ns", rungs, times()),
        Section.of("Throughput, and what a record costs the machine", rungs, costs()));
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
    List<Cell> cells = figures.rungs().stream().map(Rung::cell).toList();
    page.chart(Comparison.chart(results, CallMetrics.RATE, cells));
    page.chart(Comparison.chart(results, CallMetrics.CPU, cells));
  }

  private Columns<Rung> against() {
    return new Columns<Rung>()
        .with("path", rung -> rung.group().toString())
        .with("rung", Rung::name)
        .with("against", rung -> Optional.ofNullable(rung.before()).orElse(Rung.NONE))
        .with("published", rung -> rung.paper().isEmpty() ? Rung.NONE : rung.paper())
        .with("queue full", Rung::full)
        .with(">time against it", rung -> LadderFigures.text(figures.step(rung)))
        .with(
            ">its p50",
            rung -> figures.medians(rung).map(r -> Report.decimals(r, 2)).orElse(Rung.NONE))
        .with(">over the floor", this::overFloor)
        .with(">lost", rung -> calls.count(rung.cell(), Metric.LOST));
  }

  private String overFloor(Rung rung) {
    return LadderFigures.text(Optional.of(calls.ratio(rung.cell(), CallMetrics.OVER_FLOOR)));
  }

  private Columns<Rung> times() {
    Columns<Rung> columns =
        new Columns<Rung>()
            .with("rung", Rung::name)
            .with(">mean", rung -> calls.time(rung.cell(), Summary::mean, 0))
            .with(">95 %", rung -> calls.interval(rung.cell(), CallMetrics.RESPONSE, 0));
    return calls.addQuantiles(columns, Rung::cell);
  }

  private Columns<Rung> costs() {
    return new Columns<Rung>()
        .with("rung", Rung::name)
        .with(">traces/s", rung -> calls.mean(rung.cell(), CallMetrics.RATE))
        .with(">95 %", rung -> calls.interval(rung.cell(), CallMetrics.RATE, 0))
        .with(">CPU ns/record", rung -> calls.mean(rung.cell(), CallMetrics.CPU))
        .with(">bytes/record", rung -> calls.mean(rung.cell(), CallMetrics.ALLOCATED))
        .with(">emitted", rung -> calls.count(rung.cell(), CallMetrics.EMITTED));
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
}
