package dev.sluice.tools.tune;

import dev.sluice.pages.Axis;
import dev.sluice.pages.Chart;
import dev.sluice.pages.Page;
import dev.sluice.pages.Point;
import dev.sluice.tools.recordings.Columns;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Findings as one HTML page. */
final class TunePage {
  private static final double MILLI = 1e6;
  private static final double MICRO = 1e3;

  private final Findings findings;
  private final Page page = Page.titled("Chunks for these records into this sink");

  private TunePage(Findings findings) {
    this.findings = findings;
  }

  static Page of(Findings findings) {
    TunePage page = new TunePage(findings);
    page.head();
    if (findings.choice() != null) {
      page.answers();
      if (!findings.proofs().isEmpty()) {
        page.proof();
      }
      page.effects();
    }
    if (findings.sink() != null) {
      page.sink();
    }
    page.origin();
    return page.page;
  }

  private void head() {
    Choice choice = findings.choice();
    if (choice == null) {
      page.paragraph("The run was ended before there was an answer.");
      return;
    }
    page.paragraph(choice.verdict())
        .heading(choice.title())
        .paragraph(choice.reason())
        .lines(String.join("\n", choice.properties()));
  }

  private void answers() {
    List<String> measures =
        List.of(">delay p50", ">delay p99", ">bytes a record", ">CPU a record", ">messages/s");
    Columns<Answer> columns = TuneReport.answers(new Columns<>(), answer -> answer, measures);
    page.heading("All settings")
        .paragraph(
            findings.answers().size()
                + " settings, predicted on a virtual clock and from the sink alone; those of the"
                + " front are beaten by no other in delay, bytes, CPU and messages together.")
        .chart(
            answers(
                "Delay against bytes",
                Axis.log("delay p99, ms"),
                Axis.log("bytes a record"),
                answer -> point(answer.p99Nanos() / MILLI, answer.bytes(), answer)))
        .chart(
            answers(
                "CPU against chunk size",
                Axis.log("bytes a chunk"),
                Axis.log("CPU a record, ns"),
                answer -> point(chunkBytes(answer), answer.cpuNanos(), answer)))
        .heading("The front")
        .table(columns.headers(), columns.rows(findings.frontByDelay()));
  }

  private double chunkBytes(Answer answer) {
    return answer.bytes() * findings.run().recordsPerSecond() / answer.messages();
  }

  private static Point point(double x, double y, Answer answer) {
    return new Point(x, y, answer.setting().toString());
  }

  private Chart answers(String title, Axis x, Axis y, Function<Answer, Point> place) {
    return Chart.of(title, x, y)
        .scatter("settings", findings.answers().stream().map(place).toList())
        .scatter("front", findings.frontByDelay().stream().map(place).toList())
        .scatter("default", List.of(place.apply(findings.today())))
        .scatter("recommended", List.of(place.apply(findings.choice().answer())));
  }

  private void proof() {
    List<String> names = findings.proofs().stream().map(TunePage::name).toList();
    Columns<Proof> columns =
        new Columns<Proof>()
            .with("", TunePage::name)
            .with(">delay p99 off", proof -> proof.off(Measure.P99))
            .with(">bytes off", proof -> proof.off(Measure.BYTES))
            .with(">CPU off", proof -> proof.off(Measure.CPU))
            .with(">chunks", proof -> Long.toString(proof.chunks()))
            .with(">dropped", proof -> Long.toString(proof.dropped()));
    page.heading("Predicted and measured")
        .paragraph(
            "Settings run end to end: the records at their pace, through a real collector into the"
                + " sink, and out of its reader. Promised are 15 % for delay p99 and CPU, 1 % for"
                + " bytes.")
        .chart(bars("Delay p99, ms", names, Measure.P99, MILLI))
        .chart(bars("Bytes a record", names, Measure.BYTES, 1))
        .chart(bars("CPU a record, ns", names, Measure.CPU, 1))
        .table(columns.headers(), columns.rows(findings.proofs()));
  }

  private static String name(Proof proof) {
    return proof.role() + ": " + proof.predicted().setting();
  }

  private Chart bars(String title, List<String> names, Measure measure, double unit) {
    return Chart.of(title, Axis.names("", names), Axis.linear(title))
        .sideways()
        .bars("predicted", values(proof -> proof.predicted().of(measure) / unit))
        .bars("measured", values(proof -> proof.measured().of(measure) / unit));
  }

  private List<Double> values(Function<Proof, Double> value) {
    return findings.proofs().stream().map(value).toList();
  }

  private void effects() {
    List<Measure> measures = List.of(Measure.values());
    Chart chart =
        Chart.of(
            "Share of the variance that an option explains",
            Axis.names("", measures.stream().map(measure -> measure.title).toList()),
            Axis.linear("%"));
    for (Map.Entry<String, Map<Measure, Double>> option : findings.effects().shares().entrySet()) {
      chart.stacked(
          option.getKey(),
          measures.stream().map(measure -> 100 * option.getValue().get(measure)).toList());
    }
    page.heading("What decides")
        .paragraph(
            findings.effects().sentence()
                + " What is missing to 100 % comes from options that act together.")
        .chart(chart);
  }

  private void sink() {
    List<SinkModel.Point> points = findings.sink().points();
    page.heading("The sink alone")
        .paragraph(
            "Chunks of random bytes, as far apart as such chunks come, from the raw writer to the raw"
                + " reader of "
                + findings.run().sinkName()
                + "; bars are 95 % intervals.")
        .chart(
            Chart.of("Round trip", Axis.log("bytes a chunk"), Axis.log("ms"))
                .line("mean", line(points, point -> point.mean().mean() / MILLI))
                .intervals("mean", intervals(points, SinkModel.Point::mean, MILLI))
                .line("p50", line(points, point -> point.quantile(0.5) / MILLI))
                .line("p99", line(points, point -> point.quantile(0.99) / MILLI)))
        .chart(
            Chart.of("CPU a chunk, both sides", Axis.log("bytes a chunk"), Axis.linear("µs"))
                .line("CPU", line(points, point -> point.cpu().mean() / MICRO))
                .intervals("CPU", intervals(points, SinkModel.Point::cpu, MICRO)));
  }

  private static List<Point> line(
      List<SinkModel.Point> points, ToDoubleFunction<SinkModel.Point> value) {
    return points.stream()
        .map(point -> Point.of(point.bytes(), value.applyAsDouble(point)))
        .toList();
  }

  private static List<dev.sluice.pages.Interval> intervals(
      List<SinkModel.Point> points, Function<SinkModel.Point, Interval> of, double unit) {
    return points.stream().map(point -> interval(point.bytes(), of.apply(point), unit)).toList();
  }

  private static dev.sluice.pages.Interval interval(int bytes, Interval interval, double unit) {
    // An axis of powers of ten has no place for 0.
    double low = Math.max(interval.low(), interval.mean() / 10);
    return new dev.sluice.pages.Interval(bytes, low / unit, interval.high() / unit);
  }

  private void origin() {
    Findings.Run run = findings.run();
    page.heading("Where this comes from")
        .lines(run.command())
        .paragraph(run.machine())
        .paragraph(
            "%s: %,d records, replayed at %,.0f a second. %s"
                .formatted(run.source(), run.records(), run.recordsPerSecond(), run.time()));
    run.remarks().forEach(page::paragraph);
  }
}
