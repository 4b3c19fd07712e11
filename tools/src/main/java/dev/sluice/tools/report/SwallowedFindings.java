package dev.sluice.tools.report;

import dev.sluice.analysis.calls.CallTree;
import dev.sluice.analysis.requests.PathNode;
import dev.sluice.analysis.requests.PathNode.Mark;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.report.Finding.Confidence;
import dev.sluice.tools.report.Finding.Rule;
import dev.sluice.tools.report.Finding.Severity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Finds operations whose failures no caller passes on. For one thread. */
final class SwallowedFindings {
  /** Part of the calls that fails, and number of them, from which they matter. */
  private static final double MIN_PART = 0.01;

  private static final long MIN_FAILED = 5;

  /** A callee that is called for every failed call, within this part of them, may handle it. */
  private static final double HANDLED = 0.1;

  private final ReportModel model;
  private final Map<String, Failures> operations = new HashMap<>();

  /** Failures of one operation, and where most of them are. */
  private static final class Failures {
    private long calls;
    private long swallowed;
    private int row;
    private PathNode most;
  }

  private SwallowedFindings(ReportModel model) {
    this.model = model;
  }

  static void add(ReportModel model, List<Finding> found) {
    SwallowedFindings all = new SwallowedFindings(model);
    for (int row = 0; row < model.whole.rows().size(); row++) {
      for (PathNode node : model.paths.all(row)) {
        all.add(row, node);
      }
    }
    all.operations.forEach(
        (name, of) -> {
          if (of.swallowed >= Math.max(MIN_FAILED, MIN_PART * of.calls)) {
            found.add(all.finding(name, of));
          }
        });
  }

  private void add(int row, PathNode node) {
    long swallowed = node.mark(Mark.SWALLOWED);
    Failures of = operations.computeIfAbsent(node.operation(), name -> new Failures());
    of.calls += node.calls(model.whole).calls();
    of.swallowed += swallowed;
    if (swallowed > 0 && (of.most == null || swallowed > of.most.mark(Mark.SWALLOWED))) {
      of.most = node;
      of.row = row;
    }
  }

  private Finding finding(String name, Failures of) {
    String caller = of.most.caller().operation();
    String who = caller.equals(CallTree.MISSING) ? "its caller" : model.label(caller);
    String handler = handler(of.most);
    String text = "%s fails in %s of its calls (%s of %s), and %s goes on without a failure%s.";
    Object[] parts = {
      model.label(name),
      Figures.percent(of.swallowed, of.calls),
      of.swallowed,
      of.calls,
      who,
      handler == null ? "" : "; " + model.label(handler) + " may handle it"
    };
    Trace example = model.example(of.row, trace -> isIn(trace, name));
    return new Finding(
            Rule.SWALLOWED, handler == null ? Severity.WARNING : Severity.NOTE, text, parts)
        .failing((double) of.swallowed / of.calls)
        .sure(handler == null ? Confidence.LIKELY : Confidence.POSSIBLE)
        .count(of.swallowed, handler == null ? 1 : 0)
        .at(model, of.row, name, example);
  }

  /** An operation that the caller calls as often as the failing one fails; null if none. */
  private String handler(PathNode node) {
    double failed = node.mark(Mark.SWALLOWED);
    return node.caller().callees(model.whole).stream()
        .filter(one -> Math.abs(one.calls(model.whole).calls() - failed) <= HANDLED * failed)
        .map(PathNode::operation)
        .findFirst()
        .orElse(null);
  }

  private static boolean isIn(Trace trace, String operation) {
    return IntStream.range(0, trace.size())
        .anyMatch(i -> trace.failed(i) && trace.signature(i).equals(operation));
  }
}
