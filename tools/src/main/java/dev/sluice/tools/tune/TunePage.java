package dev.sluice.tools.tune;

import dev.sluice.pages.Axis;
import dev.sluice.pages.Chart;
import dev.sluice.pages.Page;
import dev.sluice.pages.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

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
    }
    if (!findings.proofs().isEmpty()) {
      page.proof();
    }
    if (findings.choice() != null) {
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
        .heading((choice.met() ? "Recommended, " : "Nearest to the goal, ") + choice.basis())
        .paragraph(choice.reason())
        .lines(
            choice.answer().setting().toProperties().entrySet().stream()
                .map(option -> "sluice." + option.getKey() + "=" + option.getValue())
                .collect(Collectors.joining("\n")));
  }

  private void answers() {
    List<Answer> front =
        findings.front().stream().sorted(Comparator.comparingDouble(Answer::p99Nanos)).toList();
    page.heading("All settings")
        .paragraph(
            findings.answers().size()
                + " settings, predicted on a virtual clock and from the sink alone; those of the"
                + " front are beaten by no other in delay, bytes, CPU and messages together.")
        .chart(
            withMarks(
                Chart.of(
                    "Delay against bytes", Axis.log("delay p99, ms"), Axis.log("bytes a record")),
                front,
                answer -> new double[] {answer.p99Nanos() / MILLI, answer.bytes()}))
        .chart(
            withMarks(
                Chart.of(
                    "CPU against chunk size",
                    Axis.log("bytes a chunk"),
                    Axis.log("CPU a record, ns")),
                front,
                answer -> new double[] {chunkBytes(answer), answer.cpuNanos()}))
        .heading("The front")
        .table(headers(), rows(front));
  }

  private double chunkBytes(Answer answer) {
    return answer.bytes() * findings.run().recordsPerSecond() / answer.messages();
  }

  private interface Place {
    double[] of(Answer answer);
  }

  private Chart withMarks(Chart chart, List<Answer> front, Place place) {
    return chart
        .scatter("settings", points(findings.answers(), place))
        .scatter("front", points(front, place))
        .scatter("default", points(List.of(findings.today()), place))
        .scatter("recommended", points(List.of(findings.choice().answer()), place));
  }

  private static List<Point> points(List<Answer> answers, Place place) {
    return answers.stream()
        .map(
            answer -> {
              double[] at = place.of(answer);
              return new Point(at[0], at[1], name(answer.setting()));
            })
        .toList();
  }

  private static String name(Setting setting) {
    return String.join(", ", TuneReport.cells(setting));
  }

  private static List<String> headers() {
    List<String> headers = new ArrayList<>(TuneReport.SETTING);
    headers.addAll(
        List.of(">delay p50", ">delay p99", ">bytes a record", ">CPU a record", ">messages/s"));
    return headers;
  }

  private static List<List<String>> rows(List<Answer> answers) {
    return answers.stream().map(TuneReport::cells).toList();
  }

  private void proof() {
    List<String> names =
        findings.proofs().stream()
            .map(proof -> proof.role() + ": " + name(proof.predicted().setting()))
            .toList();
    page.heading("Predicted and measured")
        .paragraph(
            "Settings run end to end: the records at their pace, through a real collector into the"
                + " sink, and out of its reader. Promised are 15 % for delay p99 and CPU, 1 % for"
                + " bytes.")
        .chart(bars("Delay p99, ms", names, Measure.P99, MILLI))
        .chart(bars("Bytes a record", names, Measure.BYTES, 1))
        .chart(bars("CPU a record, ns", names, Measure.CPU, 1))
        .table(
            List.of("", ">delay p99 off", ">bytes off", ">CPU off", ">chunks", ">dropped"),
            findings.proofs().stream().map(TunePage::proofRow).toList());
  }

  private static List<String> proofRow(Proof proof) {
    return List.of(
        proof.role() + ": " + name(proof.predicted().setting()),
        TuneReport.off(proof, Measure.P99),
        TuneReport.off(proof, Measure.BYTES),
        TuneReport.off(proof, Measure.CPU),
        Long.toString(proof.chunks()),
        Long.toString(proof.dropped()));
  }

  private Chart bars(String title, List<String> names, Measure measure, double unit) {
    List<Proof> proofs = findings.proofs();
    return Chart.of(title, Axis.names("", names), Axis.linear(title))
        .sideways()
        .bars(
            "predicted",
            proofs.stream().map(proof -> proof.predicted().of(measure) / unit).toList())
        .bars(
            "measured", proofs.stream().map(proof -> proof.measured().of(measure) / unit).toList());
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
      List<SinkModel.Point> points, java.util.function.ToDoubleFunction<SinkModel.Point> value) {
    return points.stream()
        .map(point -> Point.of(point.bytes(), value.applyAsDouble(point)))
        .toList();
  }

  private static List<dev.sluice.pages.Interval> intervals(
      List<SinkModel.Point> points,
      java.util.function.Function<SinkModel.Point, Interval> of,
      double unit) {
    return points.stream()
        .map(
            point -> {
              Interval interval = of.apply(point);
              // An axis of powers of ten has no place for 0.
              double low = Math.max(interval.low(), interval.mean() / 10);
              return new dev.sluice.pages.Interval(
                  point.bytes(), low / unit, interval.high() / unit);
            })
        .toList();
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
