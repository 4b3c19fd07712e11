package dev.sluice.tools.report;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.operations.Signature;
import dev.sluice.analysis.requests.PathNode;
import dev.sluice.analysis.requests.PathNode.Mark;
import dev.sluice.analysis.requests.RequestFigures.Row;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.report.Finding.Confidence;
import dev.sluice.tools.report.Finding.Rule;
import dev.sluice.tools.report.Finding.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds calls that one call makes again and again. What is named is the operation that takes the
 * time of each round, wherever it is below the loop: so the finding does not depend on which
 * operations between the loop and that one are recorded. For one thread.
 */
final class RepeatedCalls {
  /** Two operations are of one loop if their numbers of calls differ by that part at most. */
  private static final double SAME = 0.1;

  /** The operation that is named takes that share of a round, or a round is work of its own. */
  private static final double MIN_SHARE = 0.5;

  /** Kinds without a route that are so rare, or of fewer requests, may be batches over items. */
  private static final double RARE = 0.02;

  private static final int MIN_REQUESTS = 3;

  private final ReportModel model;
  private final Row row;
  private final Map<List<String>, Loop> loops = new LinkedHashMap<>();
  private final Set<PathNode> named = new HashSet<>();

  /** Rounds of one caller, of whatever path. */
  private static final class Loop {
    private final String caller;
    private final String operation;
    private String through = "";
    private long callers;
    private long ofCaller;
    private double rounds;
    private double calls;
    private double lasting;
    private double nanos;
    private double own;

    Loop(List<String> pair) {
      caller = pair.get(0);
      operation = pair.get(1);
    }
  }

  private RepeatedCalls(ReportModel model, int number) {
    this.model = model;
    row = model.whole.rows().get(number);
    Map<PathNode, List<PathNode>> repeated = new LinkedHashMap<>();
    for (PathNode node : model.paths.all(number)) {
      if (node.mark(Mark.CALLERS) > 0) {
        repeated.computeIfAbsent(node.caller(), absent -> new ArrayList<>()).add(node);
      }
    }
    repeated.values().forEach(this::loops);
  }

  /** Adds the findings of a row. */
  static void add(ReportModel model, int number, PathFindings found) {
    RepeatedCalls calls = new RepeatedCalls(model, number);
    calls.loops.values().stream()
        .filter(loop -> found.matters(loop.nanos))
        .forEach(loop -> calls.add(loop, found));
  }

  /** Takes those that one call repeats: what is called equally often is one loop. */
  private void loops(List<PathNode> some) {
    List<PathNode> left = new ArrayList<>(some);
    left.sort(Comparator.comparing(PathNode::operation));
    while (!left.isEmpty()) {
      PathNode first = left.get(0);
      List<PathNode> same =
          left.stream()
              .filter(node -> isSame(first, node, Mark.CALLERS))
              .filter(node -> isSame(first, node, Mark.REPEATED))
              .toList();
      left.removeAll(same);
      loop(same);
    }
  }

  private static boolean isSame(PathNode one, PathNode other, Mark mark) {
    double most = Math.max(one.mark(mark), other.mark(mark));
    return Math.abs(one.mark(mark) - other.mark(mark)) <= SAME * most;
  }

  private void loop(List<PathNode> same) {
    PathNode top = same.get(0);
    PathNode longest = top;
    for (PathNode node : same) {
      PathNode of = longest(node, calls(node).calls());
      if (calls(of).self() > calls(longest).self()) {
        top = node;
        longest = of;
      }
    }
    PathNode caller = top.caller();
    if (!named.add(longest)) {
      return; // a loop around this one names it
    }
    Loop loop = loops.computeIfAbsent(List.of(caller.operation(), longest.operation()), Loop::new);
    double part = (double) top.mark(Mark.REPEATED) / Math.max(1, calls(top).calls());
    loop.through = longest == top ? "" : " through " + model.label(top.operation());
    loop.callers += top.mark(Mark.CALLERS);
    loop.ofCaller += Math.max(top.mark(Mark.CALLERS), calls(caller).calls());
    loop.rounds += top.mark(Mark.REPEATED);
    loop.calls += longest == top ? top.mark(Mark.REPEATED) : part * calls(longest).calls();
    loop.lasting += top.mark(Mark.REPEATED_LASTING);
    loop.nanos += same.stream().mapToDouble(node -> node.mark(Mark.REPEATED_NANOS)).sum();
    loop.own += part * calls(longest).self();
  }

  /** Returns the operation with the most self time of those that each round calls. */
  private PathNode longest(PathNode node, long rounds) {
    PathNode longest = node;
    for (PathNode callee : node.callees(model.whole)) {
      if (calls(callee).calls() >= (1 - SAME) * rounds) {
        PathNode below = longest(callee, rounds);
        longest = calls(below).self() > calls(longest).self() ? below : longest;
      }
    }
    return longest;
  }

  private Calls calls(PathNode node) {
    return node.calls(model.whole);
  }

  private boolean isRare() {
    return row.count() < MIN_REQUESTS || row.count() <= RARE * model.whole.all().count();
  }

  /** Returns a reason why the calls may be intended; null if there is none. */
  private String excuse(Loop loop) {
    if (2 * loop.lasting < loop.rounds) {
      return "Most of these calls are too short to leave the program";
    } else if (Signature.type(loop.caller).equals(Signature.type(loop.operation))) {
      return "Both are in one class: it may be one operation on many items";
    } else if (loop.own < MIN_SHARE * loop.nanos) {
      return "Other calls take most of the time of each: it may be a loop over items";
    }
    return isRare() && !row.name().contains(" /")
        ? "These requests are rare and have no route: it may be a batch over items"
        : null;
  }

  private void add(Loop loop, PathFindings found) {
    double each = loop.calls / loop.callers;
    String text =
        "%s calls %s about %s times in a row%s, in %s of its %s. Together they take %s each time, and %s of the total time. %s.";
    String excuse = excuse(loop);
    boolean isLikely = excuse == null;
    Object[] parts = {
      model.label(loop.caller),
      model.label(loop.operation),
      Math.round(each),
      loop.through,
      loop.callers,
      Figures.count(loop.ofCaller, "call"),
      loop.nanos / loop.callers,
      Figures.percent(loop.nanos, model.time()),
      isLikely
          ? "One call for all items may be enough (N+1), or the calls fetch the same data again; arguments are not recorded"
          : excuse
    };
    Finding finding =
        new Finding(Rule.N_PLUS_1, isLikely ? Severity.WARNING : Severity.NOTE, text, parts)
            .sure(isLikely ? Confidence.LIKELY : Confidence.POSSIBLE);
    found.add(finding, loop.operation, loop.nanos, loop.callers, isLikely ? each : 0);
  }
}
