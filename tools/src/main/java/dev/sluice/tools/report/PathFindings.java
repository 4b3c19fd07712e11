package dev.sluice.tools.report;

import dev.sluice.analysis.calls.CallTree;
import dev.sluice.analysis.requests.PathNode;
import dev.sluice.analysis.requests.PathNode.Mark;
import dev.sluice.analysis.requests.RequestFigures.Row;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.report.Finding.Confidence;
import dev.sluice.tools.report.Finding.Rule;
import dev.sluice.tools.report.Finding.Severity;
import java.util.List;
import java.util.stream.Collectors;

/** Findings in what calls have in common that one call makes. For one thread. */
final class PathFindings {
  /** Minimum time of calls over all requests in nanoseconds (Sentry's default). */
  private static final double MIN_NANOS = 50e6;

  /** Minimum part of the time of the requests of their kind. */
  private static final double MIN_PART = 0.03;

  private static final double MIN_SERIAL_PART = 0.25;
  private static final double MIN_SERIAL_SHARE = 0.5;
  private static final int MIN_SERIAL_CASES = 5;
  private static final int MIN_FAN_OUT = 20;
  private static final int MIN_FAN_OUT_REQUESTS = 5;

  private final ReportModel model;
  private final int row;
  private final List<Finding> found;

  private PathFindings(ReportModel model, int row, List<Finding> found) {
    this.model = model;
    this.row = row;
    this.found = found;
  }

  static void add(ReportModel model, List<Finding> found) {
    for (int row = 0; row < model.whole.rows().size(); row++) {
      if (!model.isRun(model.whole.rows().get(row))) {
        new PathFindings(model, row, found).add();
      }
    }
  }

  private void add() {
    RepeatedCalls.add(model, row, this);
    for (PathNode node : model.paths.all(row)) {
      if (!node.operation().equals(CallTree.MISSING)) {
        serial(node);
        fanOut(node);
      }
    }
    started(model.whole.rows().get(row));
  }

  private long calls(PathNode node) {
    return node.calls(model.whole).calls();
  }

  /** Returns whether calls of the given total time in nanoseconds are worth reporting. */
  boolean matters(double nanos) {
    return nanos >= MIN_NANOS && nanos >= MIN_PART * model.whole.rows().get(row).total();
  }

  /** Adds a finding with what it costs, nanoseconds, and what conditions compare. */
  void add(Finding finding, String operation, double nanos, long times, double value) {
    found.add(
        finding
            .cost(nanos, model.time())
            .count(times, value)
            .at(model, row, operation, model.example(row, one -> ReportModel.calls(one, operation)))
            .link("tab", "flame"));
  }

  private String share(double nanos) {
    return Figures.percent(nanos, model.time());
  }

  private void serial(PathNode node) {
    long cases = node.mark(Mark.SERIAL);
    double saved = node.mark(Mark.SERIAL_NANOS);
    boolean often = cases >= MIN_SERIAL_CASES && cases >= MIN_SERIAL_SHARE * calls(node);
    if (!often || !matters(saved) || saved < MIN_SERIAL_PART * node.time(model.whole)) {
      return;
    }
    boolean varies = node.mark(Mark.SORTED) > 0 && node.mark(Mark.SORTED) < cases;
    String called =
        node.callees(model.whole).stream()
            .filter(one -> one.time(model.whole) >= MIN_SERIAL_PART / 2 * node.time(model.whole))
            .map(one -> model.label(one.operation()))
            .collect(Collectors.joining(", "));
    String text =
        "%s calls %s one after another%s; in parallel they might take %s less each time, if no call needs the result of another.";
    String how = varies ? ", in changing order" : "";
    String name = model.label(node.operation());
    Finding finding =
        new Finding(Rule.SERIAL, Severity.WARNING, text, name, called, how, saved / cases)
            .sure(varies ? Confidence.LIKELY : Confidence.POSSIBLE);
    add(finding, node.operation(), saved, cases, 1);
  }

  /** Requests of the row that start many traces in other threads; others of it may start none. */
  private void started(Row of) {
    StartedTraces all = model.collected.started;
    List<StartedTraces.Started> many =
        all.all.values().stream()
            .filter(
                one -> one.kind >= 0 && model.rowOf[one.kind] == row && one.traces >= MIN_FAN_OUT)
            .toList();
    long requests = all.each() * many.size();
    double nanos = all.each() * many.stream().mapToDouble(one -> one.nanos).sum();
    double each = many.stream().mapToLong(one -> one.traces).average().orElse(0);
    if (requests >= MIN_FAN_OUT_REQUESTS && matters(nanos) && ReportModel.isOperation(of)) {
      String text =
          "%s of the requests of %s start about %s traces each in other threads, which take %s of the total time.";
      String part = Figures.percent(requests, of.count());
      Object[] parts = {part, model.label(of.name()), Math.round(each), share(nanos)};
      Finding finding = new Finding(Rule.FAN_OUT, Severity.WARNING, text, parts);
      add(finding.sure(Confidence.LIKELY), of.name(), nanos, requests, each);
    }
  }

  private void fanOut(PathNode node) {
    long calls = 0;
    double nanos = 0;
    for (PathNode callee : node.callees(model.whole)) {
      boolean isOther = callee.mark(Mark.REPEATED) == 0;
      calls += isOther ? calls(callee) : 0;
      nanos += isOther ? callee.time(model.whole) : 0;
    }
    double each = (double) calls / Math.max(1, calls(node));
    if (each >= MIN_FAN_OUT && matters(nanos)) {
      String text =
          "One call of %s makes about %s calls of %s operations in its thread, which take %s of the total time.";
      String name = model.label(node.operation());
      long callees = node.callees(model.whole).size();
      Object[] parts = {name, Math.round(each), callees, share(nanos)};
      Finding finding = new Finding(Rule.FAN_OUT, Severity.WARNING, text, parts);
      add(finding.sure(Confidence.LIKELY), node.operation(), nanos, calls(node), each);
    }
  }
}
