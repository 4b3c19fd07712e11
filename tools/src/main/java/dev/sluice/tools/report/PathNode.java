package dev.sluice.tools.report;

import dev.sluice.analysis.requests.PathFigures;
import dev.sluice.analysis.requests.RequestTree;
import dev.sluice.analysis.requests.RequestTree.Mark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Calls by path of the requests of a row, whatever parts of {@link RequestTree} they are in; the
 * uppermost stands for no operation. Times are nanoseconds. For one thread.
 */
final class PathNode {
  final String operation;
  final PathNode caller;
  private final Map<String, PathNode> callees = new LinkedHashMap<>();
  private final long[] marks = new long[Mark.values().length];
  private final long[] parts;
  private PathFigures figures = new PathFigures(0, 0, 0, 0, 0);

  private PathNode(String operation, PathNode caller, int parts) {
    this.operation = operation;
    this.caller = caller;
    this.parts = new long[parts];
  }

  /**
   * The paths of each row.
   *
   * @param rowOf the row of each kind of request
   * @param from when the first of the requests that count may begin
   * @param span first and last time, of whose {@code parts} calls are told
   */
  static List<PathNode> of(
      RequestTree tree, int[] rowOf, int rows, long from, long[] span, int parts) {
    List<PathNode> tops = Stream.generate(() -> new PathNode("", null, 0)).limit(rows).toList();
    PathNode[] at = new PathNode[tree.size()];
    for (int node = 0; node < at.length; node++) {
      int above = tree.caller(node);
      PathNode caller = above < 0 ? tops.get(rowOf[-1 - above]) : at[above];
      at[node] =
          caller.callees.computeIfAbsent(
              tree.signature(node), name -> new PathNode(name, caller, parts));
      at[node].add(tree, node, from, span);
    }
    return tops;
  }

  private void add(RequestTree tree, int node, long from, long[] span) {
    PathFigures more = tree.calls(node, from);
    figures =
        new PathFigures(
            figures.calls() + more.calls(),
            figures.total() + more.total(),
            figures.self() + more.self(),
            figures.failed() + more.failed(),
            Math.max(figures.max(), more.max()));
    for (Mark mark : Mark.values()) {
      marks[mark.ordinal()] += tree.mark(node, mark);
    }
    long[] counts = tree.parts(node, span[0], span[1], parts.length);
    for (int i = 0; i < parts.length; i++) {
      parts[i] += counts[i];
    }
  }

  PathFigures figures() {
    return figures;
  }

  long mark(Mark mark) {
    return marks[mark.ordinal()];
  }

  /** Calls in each part of the time. */
  long[] parts() {
    return parts;
  }

  /** The longest in all first. */
  List<PathNode> callees() {
    return callees.values().stream()
        .sorted(
            Comparator.comparing((PathNode node) -> -node.time())
                .thenComparing(node -> node.operation))
        .toList();
  }

  /** Of what stands for missing callers, the time of what these called. */
  long time() {
    boolean isOperation = figures.calls() > 0 || callees.isEmpty();
    return isOperation
        ? figures.total()
        : callees.values().stream().mapToLong(PathNode::time).sum();
  }

  /** All below, callers first. */
  List<PathNode> below() {
    List<PathNode> all = new ArrayList<>(callees());
    for (int i = 0; i < all.size(); i++) {
      all.addAll(all.get(i).callees());
    }
    return all;
  }
}
