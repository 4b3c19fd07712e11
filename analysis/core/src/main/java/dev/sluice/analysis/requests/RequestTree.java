package dev.sluice.analysis.requests;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.calls.CallTree;
import dev.sluice.analysis.traces.Trace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls of each kind of request by path, as a flame graph shows them, in the slices of time of
 * {@link RequestStatistics}. At most {@value #MOST_NODES} paths, {@value #MOST_OF_KIND} of a kind;
 * calls of others are counted. For one thread.
 */
public final class RequestTree {
  /** Most paths. */
  public static final int MOST_NODES = 1 << 17;

  /** Most of one kind, so that none takes all. */
  static final int MOST_OF_KIND = 1 << 14;

  private final int most;
  private final Map<Integer, PathNode> tops = new HashMap<>();
  private final List<PathNode> nodes = new ArrayList<>();
  private final Siblings siblings = new Siblings();
  private PathNode[] nodeOf = {};
  private int shift;
  private long beyond;

  /** Without a path. */
  public RequestTree() {
    this(MOST_NODES);
  }

  /** The same with at most so many paths. */
  public RequestTree(int most) {
    this.most = most;
  }

  /**
   * Adds a trace.
   *
   * @param kind its number there
   * @param of what gave it the number
   */
  public void add(Trace trace, int kind, RequestStatistics of) {
    lengthen(of.shift());
    if (nodeOf.length < trace.size()) {
      nodeOf = new PathNode[Math.max(trace.size(), nodeOf.length * 2)];
    }
    long slice = trace.begin() >> shift;
    PathNode top = top(kind);
    for (int i = 0, size = trace.size(); i < size; i++) {
      int parent = trace.parent(i);
      PathNode caller =
          trace.isLoose(i) ? node(top, CallTree.MISSING) : parent < 0 ? top : nodeOf[parent];
      nodeOf[i] = node(caller, trace.signature(i));
      if (nodeOf[i] == null) {
        beyond++;
      } else if (!trace.unfinished(i)) {
        nodeOf[i].tally().at(slice).addUntimed(trace.duration(i), trace.self(i), trace.failed(i));
      }
    }
    siblings.of(trace, nodeOf);
  }

  private PathNode top(int kind) {
    return tops.computeIfAbsent(kind, absent -> new PathNode("", null, -1 - kind));
  }

  /** The node of that operation below a node; null if there are too many. */
  private PathNode node(PathNode caller, String operation) {
    PathNode node = caller == null ? null : caller.byOperation().get(operation);
    if (node == null && caller != null && nodes.size() < most) {
      node = caller.callee(operation, nodes.size(), MOST_OF_KIND);
      if (node != null) {
        nodes.add(node);
      }
    }
    return node;
  }

  void lengthen(int least) {
    for (; shift < least; shift++) {
      nodes.forEach(node -> node.tally().lengthen());
    }
  }

  /** Writes or reads all of it. */
  public void state(StateCodec codec) throws IOException {
    codec.name("paths 6");
    shift = codec.count(shift, Long.SIZE - 1);
    beyond = codec.number(beyond);
    int count = codec.count(nodes.size(), MOST_NODES);
    for (int i = 0; i < count; i++) {
      boolean reading = codec.isReading();
      int above = codec.number(reading ? 0 : nodes.get(i).caller().number());
      String operation = codec.given(reading ? null : nodes.get(i).operation());
      if (above >= i || reading && !isNext(node(above(above), operation), i)) {
        throw new IOException("the state has a path twice, or before its caller");
      }
      nodes.get(i).state(codec);
    }
  }

  private static boolean isNext(PathNode node, int number) {
    return node != null && node.number() == number;
  }

  private PathNode above(int number) {
    return number < 0 ? top(-1 - number) : nodes.get(number);
  }

  /**
   * Adds what another partition has; the other is not told anything any more.
   *
   * @param kinds the numbers here of the kinds there
   */
  public void merge(RequestTree other, int[] kinds) {
    lengthen(other.shift);
    other.lengthen(shift);
    beyond += other.beyond;
    PathNode[] here = new PathNode[other.nodes.size()];
    for (PathNode node : other.nodes) {
      int above = node.caller().number();
      PathNode own = node(above < 0 ? top(kinds[-1 - above]) : here[above], node.operation());
      here[node.number()] = own;
      if (own != null) {
        own.add(node);
      }
    }
  }

  /** What stands for the callers of all calls of a kind, without an operation. */
  public PathNode of(int kind) {
    return top(kind);
  }

  /** All paths of a kind, callers first. */
  public List<PathNode> all(int kind) {
    List<PathNode> all = new ArrayList<>(top(kind).byOperation().values());
    for (int i = 0; i < all.size(); i++) {
      all.addAll(all.get(i).byOperation().values());
    }
    return all;
  }

  /** Calls of paths that are not kept because there are too many. */
  public long beyond() {
    return beyond;
  }
}
