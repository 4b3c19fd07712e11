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

/** Finds operations whose failures no caller passes on. */
final class SwallowedFindings {
  /** Part of the calls that fails, and number of them, from which they matter. */
  private static final double MIN_PART = 0.01;

  private static final long MIN_FAILED = 5;

  /** A callee that is called for every failed call, within this part of them, may handle it. */
  private static final double HANDLED = 0.1;

  /**
   * Times as many failures as these end a row of calls would do so by chance; of calls that are
   * tried again none does.
   */
  private static final double CHANCE = 4;

  private SwallowedFindings() {}

  /** An operation's calls, those that are swallowed, and where most of these are. */
  private record Failures(long calls, long swallowed, int row, PathNode most) {
    /** Calls that fail within a loop are tried again if none of them is the last one of a loop. */
    static Failures of(ReportModel model, int row, PathNode node) {
      long last = node.mark(Mark.SWALLOWED);
      long again = node.mark(Mark.REPEATED_FAILED);
      double length = (double) node.mark(Mark.REPEATED) / Math.max(1, node.mark(Mark.CALLERS));
      boolean isLoop = again <= CHANCE * length * last;
      return new Failures(node.calls(model.whole).calls(), last + (isLoop ? again : 0), row, node);
    }

    private Failures with(Failures other) {
      boolean isMore = other.most.mark(Mark.SWALLOWED) > most.mark(Mark.SWALLOWED);
      Failures worse = isMore ? other : this;
      return new Failures(calls + other.calls, swallowed + other.swallowed, worse.row, worse.most);
    }
  }

  static void add(ReportModel model, List<Finding> found) {
    Map<String, Failures> operations = new HashMap<>();
    for (int row = 0; row < model.whole.rows().size(); row++) {
      for (PathNode node : model.paths.all(row)) {
        operations.merge(node.operation(), Failures.of(model, row, node), Failures::with);
      }
    }
    operations.forEach(
        (name, of) -> {
          if (of.swallowed >= Math.max(MIN_FAILED, MIN_PART * of.calls)) {
            found.add(finding(model, name, of));
          }
        });
  }

  private static Finding finding(ReportModel model, String name, Failures of) {
    String caller = of.most.caller().operation();
    String who = caller.equals(CallTree.MISSING) ? "its caller" : model.label(caller);
    String handler = handler(model, of.most, Failures.of(model, of.row, of.most).swallowed);
    String text =
        "%s fails in %s of its calls (%s of %s), and its caller %s continues without a failure%s.";
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

  /**
   * Returns an operation that the caller calls as often as this one fails, but not always; null if
   * none.
   */
  private static String handler(ReportModel model, PathNode node, double failed) {
    double rounds = node.caller().calls(model.whole).calls();
    boolean isAlways = isNear(node.calls(model.whole).calls(), failed);
    return node.caller().callees(model.whole).stream()
        .filter(one -> isNear(one.calls(model.whole).calls(), failed))
        .filter(one -> isAlways || !isNear(one.calls(model.whole).calls(), rounds))
        .map(PathNode::operation)
        .findFirst()
        .orElse(null);
  }

  private static boolean isNear(double calls, double failed) {
    return Math.abs(calls - failed) <= HANDLED * failed;
  }

  private static boolean isIn(Trace trace, String operation) {
    return IntStream.range(0, trace.size())
        .anyMatch(i -> trace.failed(i) && trace.signature(i).equals(operation));
  }
}
