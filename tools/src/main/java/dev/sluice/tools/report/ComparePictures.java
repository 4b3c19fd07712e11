package dev.sluice.tools.report;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.requests.Change;
import dev.sluice.analysis.requests.PathNode;
import dev.sluice.analysis.requests.RequestComparison;
import dev.sluice.analysis.requests.RequestFigures;
import dev.sluice.analysis.requests.RequestTree;
import dev.sluice.tools.recordings.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Data of the charts of a comparison for each kind of request: a heat map of either recording, with
 * the same slots and levels, and the calls of both by path. Times are nanoseconds. For one thread.
 */
final class ComparePictures {
  private static final int NODES = 1_500;

  /** A path is shown if it takes that part of the time of a request. */
  private static final double MIN_PART = 1 / 2_000.0;

  /** Number of parts of a call in figures of calls per request. */
  private static final double PARTS = 1e6;

  private final OperationIndex operations = new OperationIndex();
  private final List<String> kinds;
  private final long width;
  private final List<Side> sides;

  /** A recording, with its kinds of requests by the numbers that both have. */
  private record Side(long begin, RequestFigures figures, RequestTree paths, List<long[]> cells) {}

  /** A path on either side, null where it is not, and its row of the tree. */
  private record Path(PathNode[] nodes, List<Number> row) {
    double longer() {
      return Math.max(row.get(3).doubleValue(), row.get(6).doubleValue());
    }
  }

  ComparePictures(ComparedRequests before, ComparedRequests after, RequestComparison comparison) {
    kinds = comparison.kinds().stream().map(kind -> kind.request().operation()).toList();
    kinds.forEach(operations::of);
    comparison.kinds().forEach(kind -> kind.operations().forEach(this::number));
    comparison.outside().forEach(this::number);
    width = Math.max(before.heat.width(), after.heat.width());
    sides =
        List.of(
            side(before, comparison.before().from(), comparison),
            side(after, comparison.after().from(), comparison));
  }

  private int number(Change of) {
    return operations.of(of.operation());
  }

  private Side side(ComparedRequests read, long from, RequestComparison comparison) {
    RequestFigures figures = RequestFigures.of(read, read.paths, from, comparison.dispatchers());
    int[] rowOf = new int[figures.all().numbers().size()];
    for (RequestFigures.Row row : figures.rows()) {
      int kind = kinds.indexOf(row.name());
      row.numbers().forEach(number -> rowOf[number] = kind < 0 ? kinds.size() : kind);
    }
    RequestTree paths = new RequestTree();
    paths.merge(read.paths, rowOf);
    int longer = Long.numberOfTrailingZeros(width / read.heat.width());
    List<long[]> cells = read.heat.rows(kinds.size() + 1, rowOf, longer);
    return new Side((read.heat.first() >> longer) * width, figures, paths, cells);
  }

  /** Returns the pictures of a kind: {@code heat} and {@code tree}. */
  JsonObject of(Change kind) {
    int number = kinds.indexOf(kind.operation());
    PathNode[] tops = sides.stream().map(side -> side.paths.of(number)).toArray(PathNode[]::new);
    Calls[] requests = {kind.before(), kind.after()};
    List<Object> tree = new ArrayList<>();
    tree(tops, -1, requests, 0, tree);
    List<long[]> cells = sides.stream().map(side -> side.cells.get(number)).toList();
    return JsonObject.of("heat", cells, "tree", tree);
  }

  private void tree(
      PathNode[] callers, int caller, Calls[] requests, double least, List<Object> tree) {
    Map<String, PathNode[]> callees = new TreeMap<>();
    for (int i = 0; i < callers.length; i++) {
      if (callers[i] != null) {
        for (PathNode node : callers[i].callees(sides.get(i).figures)) {
          callees.computeIfAbsent(node.operation(), n -> new PathNode[2])[i] = node;
        }
      }
    }
    callees.values().stream()
        .map(nodes -> path(nodes, caller, requests))
        .sorted(Comparator.comparing(path -> -path.longer()))
        .takeWhile(path -> path.longer() > least && tree.size() < NODES)
        .forEachOrdered(
            path -> {
              tree.add(path.row);
              double part = caller < 0 ? MIN_PART * path.longer() : least;
              tree(path.nodes, tree.size() - 1, requests, part, tree);
            });
  }

  /** Returns a path with calls, total and self time per request of either side. */
  private Path path(PathNode[] nodes, int caller, Calls[] requests) {
    String operation = nodes[nodes[0] == null ? 1 : 0].operation();
    List<Number> row = new ArrayList<>(List.of(operations.of(operation), caller));
    for (int i = 0; i < nodes.length; i++) {
      RequestFigures figures = sides.get(i).figures;
      Calls of = nodes[i] == null ? new Calls() : nodes[i].calls(figures);
      double number = requests[i] == null ? 1 : requests[i].calls();
      row.add(Math.round(PARTS * of.calls() / number) / PARTS);
      row.add(Math.round(of.sum() / number));
      row.add(Math.round(of.self() / number));
    }
    return new Path(nodes, row);
  }

  /** Returns what the pictures of all kinds have in common; after those of each. */
  JsonObject common() {
    List<Long> begins = sides.stream().map(Side::begin).toList();
    JsonObject heat = JsonObject.of("width", width, "begins", begins);
    List<String> all = operations.signatures();
    List<String> labels = operations.labels();
    List<String> packages = all.stream().map(OperationIndex::packageOf).toList();
    return JsonObject.of("heat", heat, "signatures", all, "labels", labels, "packages", packages);
  }
}
