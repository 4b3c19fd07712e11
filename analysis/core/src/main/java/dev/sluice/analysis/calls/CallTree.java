package dev.sluice.analysis.calls;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.statistics.Durations;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * All call trees as one (calling context tree, as a flame graph shows it): a node for each chain of
 * callers, with its executions, their time and failures. Nodes are numbered, callers first; 0 is
 * the root, which stands for no operation. For one thread.
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
  private long[] total = new long[64];
  private long[] self = new long[64];
  private long[] failed = new long[64];
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
        total[node] = Durations.sum(total[node], trace.duration(i));
        self[node] = Durations.sum(self[node], trace.self(i));
        failed[node] += trace.failed(i) ? 1 : 0;
      }
    }
  }

  @Override
  public void state(StateCodec codec, Operations all) throws IOException {
    codec.name("tree 1");
    operations = all;
    nodes.state(codec);
    for (int node = 1; node < size(); node++) {
      int operation = nodes.second(node - 1);
      if (caller(node) < 0
          || caller(node) >= node
          || operation < MISSING_CALLER
          || operation >= all.size()) {
        throw new IOException("the state has a call tree that is none");
      }
    }
    calls = codec.numbers(calls, size());
    total = codec.numbers(total, size());
    self = codec.numbers(self, size());
    failed = codec.numbers(failed, size());
    int least =
        Math.min(Math.min(calls.length, total.length), Math.min(self.length, failed.length));
    if (least < size()) {
      throw new IOException("the state has a call tree without figures");
    }
    beyond = codec.number(beyond);
  }

  /** The node of an operation that is called there; -1 if there are too many. */
  private int node(int caller, int operation) {
    int node = nodes.index(caller, operation) + 1; // 0 if there is none
    if (node == calls.length) {
      calls = Arrays.copyOf(calls, node * 2);
      total = Arrays.copyOf(total, node * 2);
      self = Arrays.copyOf(self, node * 2);
      failed = Arrays.copyOf(failed, node * 2);
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

  /** Nanoseconds of its executions with all that they called; 0 for what is no operation. */
  public long total(int node) {
    return total[node];
  }

  /** Nanoseconds of its executions without what they called. */
  public long self(int node) {
    return self[node];
  }

  /** Executions that ended with an exception. */
  public long failed(int node) {
    return failed[node];
  }

  /** Executions of nodes that are not kept because there are too many. */
  public long beyond() {
    return beyond;
  }

  /** This and what another partition has, as a new tree to which no trace can be added. */
  public CallTree merged(CallTree other) {
    CallTree all = new CallTree(most);
    int size =
        (operations == null ? 0 : operations.size())
            + (other.operations == null ? 0 : other.operations.size());
    all.operations = new Operations(Math.max(1, size));
    all.add(this);
    all.add(other);
    return all;
  }

  private void add(CallTree other) {
    beyond += other.beyond;
    if (other.operations == null) {
      return;
    }
    int[] ids = operations.idsOf(other.operations);
    int[] here = new int[other.size()];
    for (int node = 1; node < here.length; node++) {
      int operation = other.nodes.second(node - 1);
      int caller = here[other.caller(node)];
      int to = caller < 0 ? -1 : node(caller, operation < 0 ? operation : ids[operation]);
      here[node] = to;
      if (to < 0) {
        beyond += other.calls[node];
      } else {
        calls[to] += other.calls[node];
        total[to] = Durations.sum(total[to], other.total[node]);
        self[to] = Durations.sum(self[to], other.self[node]);
        failed[to] += other.failed[node];
      }
    }
  }
}
