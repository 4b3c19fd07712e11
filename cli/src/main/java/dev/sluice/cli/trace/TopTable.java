package dev.sluice.cli.trace;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.analysis.statistics.Durations;
import dev.sluice.analysis.statistics.OperationFigures;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.streams.Audit;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.Table;
import dev.sluice.tools.recordings.Verdict;
import dev.sluice.tools.report.OperationNames;
import dev.sluice.tools.report.TraceJson;
import dev.sluice.tools.report.TraceText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.function.UnaryOperator;

/** Operations as a table or as JSON. */
final class TopTable {
  private static final String UNKNOWN = "–";

  private final TraceStage.Result<OperationStatistics> traces;
  private final Audit audit;

  private TopTable(TraceStage.Result<OperationStatistics> traces, Audit audit) {
    this.traces = traces;
    this.audit = audit;
  }

  static TopTable of(TraceStage.Result<OperationStatistics> traces, Audit audit) {
    return new TopTable(traces, audit);
  }

  void print(TopCommand.Sort sort, int limit, PrintStream out) {
    OperationStatistics statistics = traces.listener();
    long self = statistics.all().mapToLong(OperationFigures::self).sum();
    long calls = statistics.all().mapToLong(OperationFigures::calls).sum();
    long operations = statistics.all().count();
    out.println(
        "  %s of %s, %s"
            .formatted(
                Figures.count(calls, "call"),
                Figures.count(operations, "operation"),
                TraceText.counts(traces.counts())));
    if (traces.otherOperations() > 0) {
      out.println("  there are more operations than are told apart: (other operations)");
    }
    long repeated = statistics.all().mapToLong(OperationFigures::repeated).sum();
    if (repeated > 0) {
      out.println(
          "  left out: "
              + Figures.count(repeated, "call")
              + " that another probe recorded as well");
    }
    if (!audit.complete()) {
      out.println("  " + Verdict.of(audit));
    }
    out.println();
    Table table =
        new Table(
            "operation",
            ">calls",
            ">self",
            ">share",
            ">total",
            ">mean",
            ">p50",
            ">p99",
            ">max",
            ">failed");
    List<OperationFigures> shown = sort.first(statistics, limit);
    UnaryOperator<String> name = OperationNames.of(shown.stream().map(OperationFigures::signature));
    for (OperationFigures operation : shown) {
      Durations durations = operation.durations();
      boolean placed = operation.placed() > 0;
      table.row(
          name.apply(operation.signature()),
          Figures.count(operation.calls()),
          placed ? Figures.nanos(operation.self()) : UNKNOWN,
          placed ? Figures.percent(operation.self(), self) : UNKNOWN,
          Figures.nanos(operation.total()),
          operation.calls() == 0 ? UNKNOWN : Figures.nanos(durations.mean()),
          quantile(durations, 0.5),
          quantile(durations, 0.99),
          operation.calls() == 0 ? UNKNOWN : Figures.nanos(durations.max()),
          durations.failed() == 0 ? "" : Figures.count(durations.failed()));
    }
    table.print(out, "  ");
    if (operations > limit) {
      out.println("  … and " + Figures.count(operations - limit) + " more: --limit N");
    }
  }

  private static String quantile(Durations durations, double part) {
    return durations.inQuantiles() == 0 ? UNKNOWN : Figures.nanos(durations.quantile(part));
  }

  void write(String source, OutputStream target) throws IOException {
    JsonGenerator json = TraceJson.generator(target);
    json.writeStartObject();
    json.writeStringField("source", source);
    json.writeBooleanField("complete", audit.complete());
    TraceJson.counts(json, traces.counts());
    json.writeNumberField("otherOperations", traces.otherOperations());
    json.writeArrayFieldStart("operations");
    for (OperationFigures operation : traces.listener().bySelf()) {
      json.writeStartObject();
      json.writeStringField("operation", operation.signature());
      figures(json, operation);
      json.writeEndObject();
    }
    json.writeEndArray();
    TraceJson.end(json, target);
  }

  /** The fields of an operation. */
  static void figures(JsonGenerator json, OperationFigures operation) throws IOException {
    Durations durations = operation.durations();
    json.writeNumberField("calls", operation.calls());
    json.writeNumberField("failed", durations.failed());
    json.writeNumberField("unfinished", operation.unfinished());
    json.writeNumberField("placed", operation.placed());
    json.writeNumberField("uncertain", operation.uncertain());
    json.writeNumberField("repeated", operation.repeated());
    known(json, "self", operation.placed() > 0, operation.self());
    json.writeNumberField("total", operation.total());
    boolean any = operation.calls() > 0;
    if (any) {
      json.writeNumberField("mean", durations.mean());
    } else {
      json.writeNullField("mean");
    }
    known(json, "min", any, durations.min());
    boolean quantiles = durations.inQuantiles() > 0;
    known(json, "p50", quantiles, durations.quantile(0.5));
    known(json, "p90", quantiles, durations.quantile(0.9));
    known(json, "p99", quantiles, durations.quantile(0.99));
    known(json, "p999", quantiles, durations.quantile(0.999));
    known(json, "max", any, durations.max());
  }

  private static void known(JsonGenerator json, String name, boolean isKnown, long value)
      throws IOException {
    if (isKnown) {
      json.writeNumberField(name, value);
    } else {
      json.writeNullField(name);
    }
  }
}
