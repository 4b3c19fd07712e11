package dev.sluice.cli.trace;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.analysis.statistics.Durations;
import dev.sluice.analysis.statistics.OperationFigures;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.streams.Audit;
import dev.sluice.tools.recordings.Columns;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.JsonObject;
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
    List<OperationFigures> shown = sort.first(statistics, limit);
    UnaryOperator<String> name = OperationNames.of(shown.stream().map(OperationFigures::signature));
    new Columns<OperationFigures>()
        .with("operation", one -> name.apply(one.signature()))
        .with(">calls", one -> Figures.count(one.calls()))
        .with(">self", one -> one.placed() > 0 ? Figures.nanos(one.self()) : UNKNOWN)
        .with(">share", one -> one.placed() > 0 ? Figures.percent(one.self(), self) : UNKNOWN)
        .with(">total", one -> Figures.nanos(one.total()))
        .with(">mean", one -> one.calls() > 0 ? Figures.nanos(one.durations().mean()) : UNKNOWN)
        .with(">p50", one -> quantile(one.durations(), 0.5))
        .with(">p99", one -> quantile(one.durations(), 0.99))
        .with(">max", one -> one.calls() > 0 ? Figures.nanos(one.durations().max()) : UNKNOWN)
        .with(
            ">failed",
            one -> one.durations().failed() == 0 ? "" : Figures.count(one.durations().failed()))
        .print(shown, out, "  ");
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
      json(operation).write(json);
    }
    json.writeEndArray();
    TraceJson.end(json, target);
  }

  private static JsonObject json(OperationFigures operation) {
    Durations durations = operation.durations();
    boolean any = operation.calls() > 0;
    boolean quantiles = durations.inQuantiles() > 0;
    return new JsonObject()
        .put("operation", operation.signature())
        .put("calls", operation.calls())
        .put("failed", durations.failed())
        .put("unfinished", operation.unfinished())
        .put("placed", operation.placed())
        .put("uncertain", operation.uncertain())
        .put("repeated", operation.repeated())
        .put("self", operation.placed() > 0 ? operation.self() : null)
        .put("total", operation.total())
        .put("mean", any ? durations.mean() : null)
        .put("min", any ? durations.min() : null)
        .put("p50", quantiles ? durations.quantile(0.5) : null)
        .put("p90", quantiles ? durations.quantile(0.9) : null)
        .put("p99", quantiles ? durations.quantile(0.99) : null)
        .put("p999", quantiles ? durations.quantile(0.999) : null)
        .put("max", any ? durations.max() : null);
  }
}
