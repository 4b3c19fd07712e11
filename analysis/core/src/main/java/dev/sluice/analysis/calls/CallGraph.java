package dev.sluice.analysis.calls;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.operations.Signature;
import dev.sluice.analysis.statistics.Durations;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which operation calls which, how often and for how long: the operation dependency graph, and by
 * class the component dependency graph. Executions whose caller is missing are left out and
 * counted. For one thread.
 */
public final class CallGraph implements TraceListener {
  /** Default of how many edges are kept. */
  public static final int MOST_EDGES = 1 << 16;

  /** Durations of so many edges are kept for speed, those of others for little memory. */
  private static final int FAST = 1024;

  /** In place of a caller's number: nobody that is monitored calls. */
  private static final int ENTRY = -1;

  private final int most;
  private final Map<Pair, Durations> merged = new LinkedHashMap<>();
  private PairTable pairs;
  private List<Durations> durations = new ArrayList<>();
  private Operations operations;
  private long loose;
  private long beyond;

  /** Caller, null for none, and callee. */
  private record Pair(String caller, String callee) {}

  /**
   * One caller and one callee.
   *
   * @param caller signature or class; null for the roots of traces, which nobody monitored calls
   * @param callee signature or class
   * @param durations of the callee's executions
   */
  public record Edge(String caller, String callee, Durations durations) {
    /** How often. */
    public long calls() {
      return durations.calls();
    }
  }

  /** With at most {@value #MOST_EDGES} edges. */
  public CallGraph() {
    this(MOST_EDGES);
  }

  /** With at most {@code most} edges; calls beyond are {@linkplain #beyond counted}. */
  public CallGraph(int most) {
    this.most = most;
    this.pairs = new PairTable(most);
  }

  @Override
  public void accept(Trace trace) {
    operations = trace.operations();
    for (int i = 0, size = trace.size(); i < size; i++) {
      if (trace.isLoose(i)) {
        loose++;
      } else if (!trace.unfinished(i)) {
        int parent = trace.parent(i);
        int caller = parent < 0 ? ENTRY : trace.operation(parent);
        int edge = pairs.index(caller, trace.operation(i));
        if (edge < 0) {
          beyond++;
          continue;
        }
        if (edge == durations.size()) {
          durations.add(new Durations(edge >= FAST));
        }
        durations.get(edge).add(trace.duration(i), trace.failed(i));
      }
    }
  }

  @Override
  public void state(StateCodec codec, Operations all) throws IOException {
    codec.name("graph 1");
    operations = all;
    pairs.state(codec);
    for (int i = 0; i < pairs.size(); i++) {
      refuse(pairs.first(i) < ENTRY || pairs.first(i) >= all.size());
      refuse(pairs.second(i) < 0 || pairs.second(i) >= all.size());
      if (codec.isReading()) {
        durations.add(new Durations(i >= FAST));
      }
      durations.get(i).state(codec);
    }
    loose = codec.number(loose);
    beyond = codec.number(beyond);
  }

  private static void refuse(boolean wrong) throws IOException {
    if (wrong) {
      throw new IOException("the state has calls of an operation that is not there");
    }
  }

  private void flush() {
    for (int i = 0; i < durations.size(); i++) {
      int caller = pairs.first(i);
      Pair pair =
          new Pair(
              caller == ENTRY ? null : operations.signature(caller),
              operations.signature(pairs.second(i)));
      merged.merge(pair, durations.get(i), CallGraph::sum);
    }
    durations = new ArrayList<>();
    pairs = new PairTable(most);
  }

  private static Durations sum(Durations one, Durations other) {
    one.merge(other);
    return one;
  }

  /** Adds what another partition has; the other must not be used any more. */
  public void merge(CallGraph other) {
    flush();
    other.flush();
    other.merged.forEach(
        (pair, more) -> {
          if (merged.size() < most || merged.containsKey(pair)) {
            merged.merge(pair, more, CallGraph::sum);
          } else {
            beyond += more.calls();
          }
        });
    loose += other.loose;
    beyond += other.beyond;
  }

  /** The operation dependency graph, the edges with the most calls first. */
  public List<Edge> edges() {
    flush();
    return sorted(merged);
  }

  /** The component dependency graph: an edge from class to class, also from one to itself. */
  public List<Edge> components() {
    flush();
    Map<Pair, Durations> named = new LinkedHashMap<>();
    merged.forEach(
        (pair, all) -> {
          String caller = pair.caller == null ? null : Signature.type(pair.caller);
          named
              .computeIfAbsent(
                  new Pair(caller, Signature.type(pair.callee)),
                  absent -> new Durations(named.size() >= FAST))
              .merge(all);
        });
    return sorted(named);
  }

  private static List<Edge> sorted(Map<Pair, Durations> edges) {
    return edges.entrySet().stream()
        .map(edge -> new Edge(edge.getKey().caller, edge.getKey().callee, edge.getValue()))
        .sorted(
            Comparator.comparingLong(Edge::calls)
                .reversed()
                .thenComparing(edge -> edge.caller() == null ? "" : edge.caller())
                .thenComparing(Edge::callee))
        .toList();
  }

  /** Executions whose caller is missing. */
  public long loose() {
    return loose;
  }

  /** Calls of edges that are not kept because there are too many. */
  public long beyond() {
    return beyond;
  }
}
