package dev.sluice.tools.tune;

import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.Table;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Findings for a terminal. */
public final class TuneReport {
  private static final int MOST_OF_FRONT = 12;

  /** The headers of what {@link #cells(Setting)} has. */
  static final List<String> SETTING =
      List.of(">chunk.records", ">chunk.bytes", ">delay", "serializer", "compression");

  private static final String INDENT = "  ";

  private final Findings findings;
  private final PrintStream out;

  /** Prints findings there. */
  public TuneReport(Findings findings, PrintStream out) {
    this.findings = findings;
    this.out = out;
  }

  /** Prints what there is; what the proofs say of the recommendation comes first. */
  public void print() {
    if (findings.choice() != null) {
      out.println(findings.choice().verdict());
    }
    findings.run().remarks().forEach(out::println);
    out.println();
    if (findings.sink() != null) {
      sink();
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

  private void sink() {
    out.println("Sink " + findings.run().sinkName() + ", alone");
    Table table =
        new Table(
            ">chunk",
            ">chunks",
            ">round trip",
            ">± 95 %",
            ">p50",
            ">p99",
            ">CPU a chunk",
            ">± 95 %");
    for (SinkModel.Point point : findings.sink().points()) {
      table.row(
          Figures.bytes(point.bytes()),
          Figures.count(point.chunks()),
          Figures.nanos(point.mean().mean()),
          half(point.mean()),
          Figures.nanos(point.quantile(0.5)),
          Figures.nanos(point.quantile(0.99)),
          Figures.nanos(point.cpu().mean()),
          half(point.cpu()));
    }
    table.print(out, INDENT);
    out.println();
  }

  private static String half(Interval interval) {
    return Figures.percent(interval.relative(), 1);
  }

  private void front() {
    List<Answer> front =
        findings.front().stream().sorted(Comparator.comparingDouble(Answer::p99Nanos)).toList();
    out.println(
        "Front: %s of %s are beaten by no other in everything"
            .formatted(
                Figures.count(front.size()), Figures.count(findings.answers().size(), "setting")));
    Table table = table("");
    int step = Math.max(1, (front.size() + MOST_OF_FRONT - 1) / MOST_OF_FRONT);
    for (int i = 0; i < front.size(); i += step) {
      row(table, "", front.get(i));
    }
    row(table, "default", findings.today());
    row(table, "recommended", findings.choice().answer());
    table.print(out, INDENT);
    if (step > 1) {
      out.println(INDENT + "each " + step + ". of the front; all are in tune.json");
    }
    out.println();
  }

  private static Table table(String first) {
    List<String> headers = new ArrayList<>(List.of(first));
    headers.addAll(SETTING);
    headers.addAll(List.of(">p50", ">p99", ">bytes", ">CPU", ">messages/s"));
    return new Table(headers.toArray(String[]::new));
  }

  private static void row(Table table, String role, Answer answer) {
    List<String> cells = new ArrayList<>(List.of(role));
    cells.addAll(cells(answer));
    table.row(cells.toArray(String[]::new));
  }

  /** A setting, and what it costs. */
  static List<String> cells(Answer answer) {
    List<String> cells = new ArrayList<>(cells(answer.setting()));
    for (Measure measure : Measure.values()) {
      cells.add(measure.print(answer.of(measure)));
    }
    return cells;
  }

  /** What a setting has in the first columns. */
  static List<String> cells(Setting setting) {
    Map<String, String> options = setting.toProperties();
    boolean adapts = !setting.adapt().isEmpty();
    return List.of(
        adapts ? "adapt " + setting.adapt() : options.get("chunk.records"),
        Figures.bytes(setting.chunkBytes()).replace(".0 ", " "),
        options.get("delay"),
        setting.serializer(),
        options.getOrDefault(Setting.COMPRESSION, "–"));
  }

  private void effects() {
    out.println("What decides: share of the variance between settings that an option explains");
    Table table = new Table("option", ">p50", ">p99", ">bytes", ">CPU", ">messages");
    findings
        .effects()
        .shares()
        .forEach(
            (option, shares) ->
                table.row(
                    option,
                    share(shares, Measure.P50),
                    share(shares, Measure.P99),
                    share(shares, Measure.BYTES),
                    share(shares, Measure.CPU),
                    share(shares, Measure.MESSAGES)));
    table.print(out, INDENT);
    out.println(INDENT + findings.effects().sentence());
    out.println();
  }

  private static String share(Map<Measure, Double> shares, Measure measure) {
    return "%.0f %%".formatted(100 * shares.get(measure));
  }

  private void choice() {
    out.println(
        (findings.choice().met() ? "Recommended, " : "Nearest to the goal, ")
            + findings.choice().basis());
    findings
        .choice()
        .answer()
        .setting()
        .toProperties()
        .forEach((name, value) -> out.println(INDENT + "sluice." + name + "=" + value));
    out.println(INDENT + findings.choice().reason());
    out.println();
  }

  private void proof() {
    out.println("Proof: predicted and measured end to end");
    Table table =
        new Table(
            "",
            ">chunk.records",
            ">delay",
            "serializer",
            "compression",
            ">p99",
            ">measured",
            ">off",
            ">bytes",
            ">measured",
            ">off",
            ">CPU",
            ">measured",
            ">off");
    for (Proof proof : findings.proofs()) {
      List<String> setting = cells(proof.predicted().setting());
      table.row(
          proof.role(),
          setting.get(0),
          setting.get(2),
          setting.get(3),
          setting.get(4),
          Measure.P99.print(proof.predicted().p99Nanos()),
          Measure.P99.print(proof.measured().p99Nanos()),
          off(proof, Measure.P99),
          Measure.BYTES.print(proof.predicted().bytes()),
          Measure.BYTES.print(proof.measured().bytes()),
          off(proof, Measure.BYTES),
          Measure.CPU.print(proof.predicted().cpuNanos()),
          Measure.CPU.print(proof.measured().cpuNanos()),
          off(proof, Measure.CPU));
    }
    table.print(out, INDENT);
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
                    ("%sThe machine had other work: records were emitted up to %s late "
                            + "(p99), which their delays contain; repeat it on a quiet one")
                        .formatted(INDENT, Figures.nanos(late))));
    out.println();
  }

  /** By how much a measured value is off, with a mark if that is more than promised. */
  static String off(Proof proof, Measure measure) {
    return "%+.1f %%".formatted(100 * proof.error(measure)) + (proof.holds(measure) ? "" : " !");
  }
}
