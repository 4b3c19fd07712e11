package dev.sluice.analysis.requests;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.calls.PairTable;
import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.traces.Trace;
import java.io.IOException;
import java.util.Arrays;

/**
 * The calls of each kind of request by path, as a flame graph shows them: a node for each chain of
 * callers, with its calls by slices of time and with what its calls have in common, see {@link
 * Mark}. Callers have smaller numbers. Slices are those of {@link RequestStatistics}; where there
 * would be more than {@value #MOST_CELLS} of all nodes, they are longer. At most {@value
 * #MOST_NODES} nodes. For one thread.
 */
public final class RequestTree {
  /** Most nodes; calls of others are {@linkplain #beyond counted}. */
  public static final int MOST_NODES = 1 << 16;

  static final int MOST_CELLS = 1 << 19;

  /** The operation of a node in place of callers that are missing. */
  private static final int MISSING = -1;

  private static final int NONE = Integer.MIN_VALUE;

  private final PairTable nodes = new PairTable(MOST_NODES);
  private final Siblings siblings = new Siblings();
  private final long[][] marks = new long[Mark.values().length][64];
  private Operations operations;
  private SliceCells cells = new SliceCells();
  private int shift;
  private int[] nodeOf = {};
  private long beyond;

  /** What is counted of the calls of a node, whenever they were. */
  public enum Mark {
    /** Calls of the caller that made {@link Siblings#FEW} or more of these calls in a row. */
    CALLERS,
    /** The calls that these made. */
    REPEATED,
    /** Nanoseconds of the calls that these made. */
    REPEATED_NANOS,
    /** Calls that made long calls of several operations, one after another. */
    SERIAL,
    /** Nanoseconds of those long calls but the longest. */
    SERIAL_NANOS,
    /** Of these calls, those whose first long call is of an operation that sorts first. */
    SORTED,
    /** Failed requests whose failure is known to begin there. */
    ORIGIN
  }

  /**
   * Adds a trace.
   *
   * @param kind its number there
   * @param of what gave it the number
   */
  public void add(Trace trace, int kind, RequestStatistics of) {
    operations = trace.operations();
    lengthen(of.shift());
    if (nodeOf.length < trace.size()) {
      nodeOf = new int[Math.max(trace.size(), nodeOf.length * 2)];
    }
    long slice = trace.begin() >> shift;
    for (int i = 0, size = trace.size(); i < size; i++) {
      int parent = trace.parent(i);
      int caller =
          trace.isLoose(i) ? node(-1 - kind, MISSING) : parent < 0 ? -1 - kind : nodeOf[parent];
      int node = caller == NONE ? NONE : node(caller, trace.operation(i));
      nodeOf[i] = node;
      if (node == NONE) {
        beyond++;
      } else if (!trace.unfinished(i)) {
        cells.add(node, slice, trace.duration(i), trace.self(i), trace.failed(i));
      }
    }
    siblings.of(trace, nodeOf, this);
    while (cells.size() > MOST_CELLS) {
      lengthen(shift + 1);
    }
  }

  private int node(int caller, int operation) {
    int node = nodes.index(caller, operation);
    if (node < 0) {
      return NONE;
    }
    for (int i = 0; node >= marks[i].length; i = Math.min(i + 1, marks.length - 1)) {
      marks[i] = Arrays.copyOf(marks[i], marks[i].length * 2);
    }
    return node;
  }

  void mark(int node, Mark mark, long count) {
    if (node != NONE) {
      marks[mark.ordinal()][node] += count;
    }
  }

  /** Makes slices that long at least. */
  void lengthen(int least) {
    if (least > shift) {
      SliceCells old = cells;
      cells = new SliceCells();
      for (int node = 0; node < nodes.size(); node++) {
        cells.addAll(node, old, node, least - shift);
      }
      shift = least;
    }
  }

  int shift() {
    return shift;
  }

  /** Writes or reads all of it. */
  public void state(StateCodec codec, Operations all) throws IOException {
    codec.name("requesttree 1");
    operations = all;
    nodes.state(codec);
    for (int node = 0; node < nodes.size(); node++) {
      boolean known = nodes.second(node) >= MISSING && nodes.second(node) < all.size();
      if (!known || nodes.first(node) >= node) {
        throw new IOException("the state has a call tree that is none");
      }
    }
    shift = codec.count(shift, Long.SIZE - 1);
    for (int i = 0; i < marks.length; i++) {
      marks[i] = Arrays.copyOf(codec.numbers(marks[i], nodes.size()), Math.max(64, nodes.size()));
    }
    cells.state(codec, nodes.size());
    beyond = codec.number(beyond);
  }

  /**
   * Adds what another partition has; the other is not told anything any more.
   *
   * @param kinds the numbers here of the kinds there
   */
  public void merge(RequestTree other, int[] kinds) {
    beyond += other.beyond;
    if (other.operations == null) {
      return;
    }
    Operations both = new Operations(Integer.MAX_VALUE - 1);
    if (operations != null) {
      both.idsOf(operations);
    }
    operations = both;
    int[] ids = both.idsOf(other.operations);
    lengthen(other.shift);
    int[] here = new int[other.size()];
    for (int node = 0; node < here.length; node++) {
      int first = other.nodes.first(node);
      int operation = other.nodes.second(node);
      int caller = first < 0 ? -1 - kinds[-1 - first] : here[first];
      here[node] =
          caller == NONE ? NONE : node(caller, operation == MISSING ? MISSING : ids[operation]);
      if (here[node] == NONE) {
        beyond += other.calls(node, Long.MIN_VALUE).calls();
        continue;
      }
      cells.addAll(here[node], other.cells, node, shift - other.shift);
      for (Mark mark : Mark.values()) {
        mark(here[node], mark, other.mark(node, mark));
      }
    }
    while (cells.size() > MOST_CELLS) {
      lengthen(shift + 1);
    }
  }

  /** How many nodes there are; all have a number below. */
  public int size() {
    return nodes.size();
  }

  /** The node that calls it; below 0, -1 less the number of the kind of request. */
  public int caller(int node) {
    return nodes.first(node);
  }

  /** Its operation; {@link dev.sluice.analysis.calls.CallTree#MISSING} for missing callers. */
  public String signature(int node) {
    int operation = nodes.second(node);
    return operation == MISSING
        ? dev.sluice.analysis.calls.CallTree.MISSING
        : operations.signature(operation);
  }

  /** How often that was met. */
  public long mark(int node, Mark mark) {
    return marks[mark.ordinal()][node];
  }

  /**
   * The ended calls of requests that began at that time or later, in nanoseconds, or in its slice.
   */
  public PathFigures calls(int node, long from) {
    return cells.sum(node, from == Long.MIN_VALUE ? from : from >> shift, Long.MAX_VALUE);
  }

  /** The ended calls of requests of each equal part of the time from one instant to another. */
  public long[] parts(int node, long from, long until, int parts) {
    long[] counts = new long[parts];
    double span = Math.max(1, until - from);
    cells.forEach(
        node,
        (slice, calls) -> {
          double at = ((slice << shift) + (1L << shift) / 2.0 - from) / span;
          counts[(int) Math.max(0, Math.min(parts - 1, at * parts))] += calls;
        });
    return counts;
  }

  /** Calls of nodes that are not kept because there are too many. */
  public long beyond() {
    return beyond;
  }
}
