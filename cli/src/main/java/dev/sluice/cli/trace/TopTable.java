package dev.sluice.cli.trace;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.statistics.OperationFigures;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.streams.Audit;
import dev.sluice.tools.format.LineStream;
import dev.sluice.tools.recordings.Columns;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.JsonObject;
import dev.sluice.tools.recordings.Verdict;
import dev.sluice.tools.report.OperationLine;
import dev.sluice.tools.report.OperationNames;
import dev.sluice.tools.report.Report;
import dev.sluice.tools.report.TraceJson;
import dev.sluice.tools.report.TraceText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Operations as a table or as JSON.
 *
 * @param leftOut requests of a warm-up that are left out; null if all calls count unasked
 */
record TopTable(List<OperationLine> lines, TraceStage.Result<?> traces, Audit audit, Long leftOut) {
  private static final String UNKNOWN = "–";

  /** Of all calls. */
  static TopTable of(TraceStage.Result<OperationStatistics> traces, Audit audit) {
    return new TopTable(OperationLine.of(traces.listener()), traces, audit, null);
  }

  /** Of the calls that count in a report. */
  static TopTable of(Report report) {
    return new TopTable(report.operations(), report.traces(), report.audit(), report.leftOut());
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  void print(TopCommand.Sort sort, int limit, PrintStream out) {
    double self = lines.stream().mapToDouble(one -> OperationLine.known(one.calls().self())).sum();
    long calls = lines.stream().mapToLong(one -> one.calls().calls()).sum();
    out.println(
        "  %s of %s, %s"
            .formatted(
                Figures.count(calls, "call"),
                Figures.count(lines.size(), "operation"),
                TraceText.counts(traces.counts())));
    if (traces.otherOperations() > 0) {
      out.println("  the table is full: further operations are summed up as (other operations)");
    }
    long repeated = lines.stream().mapToLong(one -> one.all().repeated()).sum();
    if (repeated > 0) {
      out.println(
          "  left out: "
              + Figures.count(repeated, "call")
              + " that another probe recorded as well");
    }
    if (!audit.complete()) {
      LineStream.println(out, "  ", Verdict.of(audit));
    }
    out.println();
    List<OperationLine> shown = sort.first(lines, limit);
    UnaryOperator<String> name = OperationNames.of(shown.stream().map(OperationLine::signature));
    new Columns<OperationLine>()
        .with("~operation", one -> name.apply(one.signature()))
        .with(">calls", one -> Figures.count(one.calls().calls()))
        .with(">self", one -> nanos(one.calls().self()))
        .with("?>share", one -> share(one.calls().self(), self))
        .with(
            sort == TopCommand.Sort.total ? ">total" : "?>total",
            one -> Figures.nanos(one.calls().sum()))
        .with(sort == TopCommand.Sort.mean ? ">mean" : "?>mean", one -> nanos(one.calls().mean()))
        .with(">p50", one -> nanos(one.calls().nanos(0.5)))
        .with(">p99", one -> nanos(one.calls().nanos(0.99)))
        .with(">max", one -> nanos(one.calls().max()))
        .with(
            ">failed", one -> one.calls().failed() == 0 ? "" : Figures.count(one.calls().failed()))
        .print(shown, out, "  ");
    if (lines.size() > limit) {
      out.println("  … and " + Figures.count(lines.size() - limit) + " more: --limit N");
    }
    out.println("  " + warmUp());
  }

  private String warmUp() {
    if (leftOut == null) {
      return "all calls count, those of a warm-up too: --without-warm-up leaves them out";
    }
    return "left out: "
        + (leftOut == 0
            ? "nothing, no warm-up was found"
            : Figures.count(leftOut, "request") + " of a warm-up");
  }

  private static String share(Long self, double all) {
    return self == null ? UNKNOWN : Figures.percent(self, all);
  }

  private static String nanos(Number figure) {
    return figure == null ? UNKNOWN : Figures.nanos(figure.doubleValue());
  }

  void write(String source, OutputStream target) throws IOException {
    JsonObject list =
        new JsonObject()
            .put("source", source)
            .put("complete", audit.complete())
            .put("counts", TraceJson.counts(traces.counts()))
            .put("warmUpLeftOut", leftOut == null ? 0 : leftOut)
            .put("otherOperations", traces.otherOperations())
            .put("operations", lines.stream().map(TopTable::json).toList());
    TraceJson.line(list, target);
  }

  private static JsonObject json(OperationLine operation) {
    Calls calls = operation.calls();
    OperationFigures all = operation.all();
    return new JsonObject()
        .put("operation", operation.signature())
        .put("calls", calls.calls())
        .put("failed", calls.failed())
        .put("unfinished", all.unfinished())
        .put("placed", all.once().placed())
        .put("uncertain", all.uncertain())
        .put("repeated", all.repeated())
        .put("self", calls.self())
        .put("total", calls.sum())
        .put("mean", calls.mean())
        .put("min", calls.min())
        .put("p50", calls.nanos(0.5))
        .put("p90", calls.nanos(0.9))
        .put("p99", calls.nanos(0.99))
        .put("p999", calls.nanos(0.999))
        .put("max", calls.max());
  }
}
