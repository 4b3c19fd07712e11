package dev.sluice.analysis.requests;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.calls.Calls;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Calls of an operation by a chain of callers, in requests of one kind. For one thread. */
public final class PathNode {
  private final String operation;
  private final PathNode caller;
  private final PathNode top;
  private final int number;
  private Map<String, PathNode> callees = Map.of();

  /** Most nodes have none. */
  private long[] marks = {};

  /** How many nodes are below the uppermost one. */
  private int below;

  private final Tally calls = new Tally();
  private RequestFigures summed;
  private Calls sum;

  /** What is counted of the calls of a node, whenever they were. */
  public enum Mark {
    /**
     * Calls of the caller that made {@link Siblings#MIN_REPEATED} or more of these calls in a row.
     */
    CALLERS,
    /** The calls that these made. */
    REPEATED,
    /** Nanoseconds of the calls that these made. */
    REPEATED_NANOS,
    /** Those of the calls that took {@link Siblings#LASTING_NANOS} or longer. */
    REPEATED_LASTING,
    /** Calls that made long calls of several operations, one after another. */
    SERIAL,
    /** Nanoseconds of those long calls but the longest. */
    SERIAL_NANOS,
    /** Of these calls, those whose first long call is of an operation that sorts first. */
    SORTED,
    /** Failed requests whose failure is known to begin there. */
    ORIGIN,
    /** Failed calls whose caller went on and did not fail, other than by trying them again. */
    SWALLOWED,
    /** Failed calls of a row of {@link Siblings#MIN_REPEATED} or more that another one followed. */
    REPEATED_FAILED
  }

  PathNode(String operation, PathNode caller, int number) {
    this.operation = operation;
    this.caller = caller;
    top = caller == null ? this : caller.top;
    this.number = number;
  }

  Map<String, PathNode> byOperation() {
    return callees;
  }

  /** Adds a node below this one; null if there are that many below the uppermost one. */
  PathNode callee(String name, int place, int most) {
    if (top.below == most) {
      return null;
    }
    top.below++;
    callees = callees.isEmpty() ? new HashMap<>(2) : callees;
    PathNode node = new PathNode(name, this, place);
    callees.put(name, node);
    return node;
  }

  /** Its place among all nodes, those above it before. */
  int number() {
    return number;
  }

  Tally tally() {
    return calls;
  }

  void mark(Mark mark, long count) {
    marks = marks.length == 0 ? new long[Mark.values().length] : marks;
    marks[mark.ordinal()] += count;
  }

  void add(PathNode other) {
    calls.add(other.calls);
    for (Mark mark : other.marks.length == 0 ? new Mark[0] : Mark.values()) {
      mark(mark, other.mark(mark));
    }
  }

  void state(StateCodec codec) throws IOException {
    calls.state(codec);
    if (codec.flag(marks.length > 0)) {
      marks = marks.length == 0 ? new long[Mark.values().length] : marks;
      for (int i = 0; i < marks.length; i++) {
        marks[i] = codec.number(marks[i]);
      }
    }
  }

  /** Its signature; {@link dev.sluice.analysis.calls.CallTree#MISSING} for missing callers. */
  public String operation() {
    return operation;
  }

  /** The node that calls it, null if it is the first of a request. */
  public PathNode caller() {
    return caller;
  }

  /** How often that was met. */
  public long mark(Mark mark) {
    return marks.length == 0 ? 0 : marks[mark.ordinal()];
  }

  /** Those that it calls, of whatever slices; the longest of the requests that count first. */
  public List<PathNode> callees(RequestFigures figures) {
    return callees.values().stream()
        .sorted(
            Comparator.comparing((PathNode node) -> -node.time(figures))
                .thenComparing(PathNode::operation))
        .toList();
  }

  /** Its ended calls in requests that count. */
  public Calls calls(RequestFigures figures) {
    if (summed != figures) {
      summed = figures;
      sum = calls.sum(figures.slices());
    }
    return sum;
  }

  /** The same of those of the slices that count, from one until before another. */
  public Calls between(RequestFigures figures, int from, int until) {
    return calls.sum(Arrays.copyOfRange(figures.slices(), from, until));
  }

  /** Nanoseconds of them; of missing callers, what those called. */
  public long time(RequestFigures figures) {
    boolean isCall = calls(figures).calls() > 0 || callees.isEmpty();
    return isCall
        ? calls(figures).sum()
        : callees.values().stream().mapToLong(node -> node.time(figures)).sum();
  }

  /**
   * Calls of requests that count, by the part of the time from begin to end in which they began.
   */
  public long[] parts(RequestFigures figures, long begin, long end, int parts) {
    long[] counts = new long[parts];
    double[] each = calls.values(figures.slices(), Calls::calls);
    for (int i = 0; i < each.length; i++) {
      double at = (figures.all().begins()[i] - begin) / Math.max(1.0, end - begin);
      counts[(int) Math.max(0, Math.min(parts - 1, at * parts))] += (long) each[i];
    }
    return counts;
  }
}
