package dev.sluice.analysis.calls;

import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * All call trees as one (calling context tree, as a flame graph shows it): a node for each chain of
 * callers, with its executions and their self time. Nodes are numbered, callers first; 0 is the
 * root, which stands for no operation. For one thread.
 */
public final class CallTree implements TraceListener {
  /** Default of how many nodes are kept. */
  public static final int MOST_NODES = 1 << 17;

  /** Callee of the root that stands for callers that are missing. */
  public static final String MISSING = "(caller missing)";

  private static final int MISSING_CALLER = -1;

  private final int most;
  private final PairTable nodes;
  private Operations operations;
  private long[] calls = new long[64];
  private long[] self = new long[64];
  private int[] nodeOf = {};
  private long beyond;

  /** With at most {@value #MOST_NODES} nodes. */
  public CallTree() {
    this(MOST_NODES);
  }

  /** With at most {@code most} nodes; executions beyond are {@linkplain #beyond counted}. */
  public CallTree(int most) {
    this.most = most;
    this.nodes = new PairTable(most);
  }

  @Override
  public void accept(Trace trace) {
    operations = trace.operations();
    if (nodeOf.length < trace.size()) {
      nodeOf = new int[Math.max(trace.size(), nodeOf.length * 2)];
    }
    for (int i = 0, size = trace.size(); i < size; i++) {
      int parent = trace.parent(i);
      int caller = trace.isLoose(i) ? node(0, MISSING_CALLER) : parent < 0 ? 0 : nodeOf[parent];
      int node = caller < 0 ? -1 : node(caller, trace.operation(i));
      nodeOf[i] = node;
      if (node < 0) {
        beyond++;
      } else {
        calls[node]++;
        self[node] = Times.sum(self[node], trace.self(i));
      }
    }
  }

  private int node(int caller, int operation) {
    int node = nodes.index(caller, operation) + 1; // 0 if there is none
    if (node == calls.length) {
      calls = Arrays.copyOf(calls, node * 2);
      self = Arrays.copyOf(self, node * 2);
    }
    return node == 0 ? -1 : node;
  }

  /** All nodes have a number below; the root, 0, is one of them. */
  public int size() {
    return nodes.size() + 1;
  }

  /** The node that calls it, a smaller number; -1 for the root. */
  public int caller(int node) {
    return node == 0 ? -1 : nodes.first(node - 1);
  }

  /**
   * All nodes, callers first, and those of one caller by signature: in the same order whatever the
   * order in which they were met.
   */
  public List<Integer> inOrder() {
    List<List<Integer>> callees = new ArrayList<>();
    for (int node = 0; node < size(); node++) {
      callees.add(new ArrayList<>());
      if (node > 0) {
        callees.get(caller(node)).add(node);
      }
    }
    List<Integer> order = new ArrayList<>(List.of(0));
    for (int i = 0; i < order.size(); i++) {
      List<Integer> next = callees.get(order.get(i));
      next.sort(Comparator.comparing(this::signature));
      order.addAll(next);
    }
    return order;
  }

  /** The signature of its operation; {@link #MISSING}, or the empty text for the root. */
  public String signature(int node) {
    if (node == 0) {
      return "";
    }
    int operation = nodes.second(node - 1);
    return operation == MISSING_CALLER ? MISSING : operations.signature(operation);
  }

  /** Executions. */
  public long calls(int node) {
    return calls[node];
  }

  /** Nanoseconds of its executions without what they called. */
  public long self(int node) {
    return self[node];
  }

  /** Executions of nodes that are not kept because there are too many. */
  public long beyond() {
    return beyond;
  }
}
