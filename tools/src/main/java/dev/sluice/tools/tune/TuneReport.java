package dev.sluice.tools.tune;

import dev.sluice.tools.recordings.Columns;
import dev.sluice.tools.recordings.Figures;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Findings for a terminal. */
public record TuneReport(Findings findings, PrintStream out) {
  private static final int MAX_FRONT_ROWS = 12;
  private static final String INDENT = "  ";

  private static final Columns<SinkModel.Point> SINK =
      new Columns<SinkModel.Point>()
          .with(">chunk", point -> Figures.bytes(point.bytes()))
          .with(">chunks", point -> Figures.count(point.chunks()))
          .with(">round trip", point -> Figures.nanos(point.mean().mean()))
          .with(">± 95 %", point -> Interval.print(point.mean().relative()))
          .with(">p50", point -> Figures.nanos(point.quantile(0.5)))
          .with(">p99", point -> Figures.nanos(point.quantile(0.99)))
          .with(">CPU a chunk", point -> Figures.nanos(point.cpu().mean()))
          .with(">± 95 %", point -> Interval.print(point.cpu().relative()));

  /** An answer and why it is shown. */
  private record Row(String role, Answer answer) {}

  /** Prints what there is; what the proofs say of the recommendation comes first. */
  public void print() {
    if (findings.choice() != null) {
      out.println(findings.choice().verdict());
    }
    findings.run().remarks().forEach(out::println);
    out.println();
    if (findings.sink() != null) {
      out.println("Sink " + findings.run().sinkName() + ", alone");
      SINK.print(findings.sink().points(), out, INDENT);
      out.println();
    }
    if (findings.choice() != null) {
      front();
      effects();
      choice();
    }
    if (!findings.proofs().isEmpty()) {
      proof();
    }
  }

  private void front() {
    List<Answer> front = findings.frontByDelay();
    out.println(
        "Front: for %s of %s, no other setting is better in every measure"
            .formatted(
                Figures.count(front.size()), Figures.count(findings.answers().size(), "setting")));
    List<Row> rows = new ArrayList<>();
    int step = Math.max(1, (front.size() + MAX_FRONT_ROWS - 1) / MAX_FRONT_ROWS);
    for (int i = 0; i < front.size(); i += step) {
      rows.add(new Row("", front.get(i)));
    }
    rows.add(new Row("default", findings.today()));
    rows.add(new Row("recommended", findings.choice().answer()));
    List<String> measures = List.of(">p50", ">p99", ">bytes", ">CPU", ">messages/s");
    answers(new Columns<Row>().with("", Row::role), Row::answer, measures).print(rows, out, INDENT);
    if (step > 1) {
      out.println(INDENT + "one of " + step + " settings of the front; tune.json has all");
    }
    out.println();
  }

  /** Adds a setting, and what it costs below these headers, one for each measure. */
  static <T> Columns<T> answers(
      Columns<T> columns, Function<T, Answer> answer, List<String> measures) {
    for (String header : Setting.HEADERS) {
      setting(columns, header, answer);
    }
    for (Measure one : Measure.values()) {
      columns.with(measures.get(one.ordinal()), row -> one.print(answer.apply(row).of(one)));
    }
    return columns;
  }

  private static <T> void setting(Columns<T> columns, String header, Function<T, Answer> answer) {
    int place = Setting.HEADERS.indexOf(header);
    columns.with(header, row -> answer.apply(row).setting().cells().get(place));
  }

  private void effects() {
    out.println("What decides: share of the variance between settings that an option explains");
    Columns<Map.Entry<String, Map<Measure, Double>>> columns = new Columns<>();
    columns.with("option", Map.Entry::getKey);
    for (Measure measure : Measure.values()) {
      columns.with(
          ">" + measure.column(),
          option -> "%.0f %%".formatted(100 * option.getValue().get(measure)));
    }
    columns.print(List.copyOf(findings.effects().shares().entrySet()), out, INDENT);
    out.println(INDENT + findings.effects().sentence());
    out.println();
  }

  private void choice() {
    Choice choice = findings.choice();
    out.println(choice.title());
    choice.properties().forEach(line -> out.println(INDENT + line));
    out.println(INDENT + choice.reason());
    out.println();
  }

  private void proof() {
    out.println("Proof: predicted and measured end to end");
    Columns<Proof> columns = new Columns<Proof>().with("", Proof::role);
    for (String header : Setting.HEADERS) {
      if (!header.equals(Setting.BYTES_HEADER)) {
        setting(columns, header, Proof::predicted);
      }
    }
    for (Measure one : Proof.PROMISED) {
      columns
          .with(">" + one.column(), proof -> one.print(proof.predicted().of(one)))
          .with(">measured", proof -> one.print(proof.measured().of(one)))
          .with(">off", proof -> proof.off(one));
    }
    columns.print(findings.proofs(), out, INDENT);
    long dropped = findings.proofs().stream().mapToLong(Proof::dropped).sum();
    if (dropped > 0) {
      out.println(INDENT + Figures.count(dropped, "record") + " were dropped on the way");
    }
    findings.proofs().stream()
        .filter(Proof::isDisturbed)
        .mapToLong(Proof::lateNanos)
        .max()
        .ifPresent(
            late ->
                out.println(
                    ("%sThe machine was busy: records were emitted up to %s late "
                            + "(p99), and their delays include this; repeat it on an idle machine")
                        .formatted(INDENT, Figures.nanos(late))));
    out.println();
  }
}
