package dev.sluice.tools.report;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.calls.CallGraph;
import dev.sluice.analysis.calls.CallTree;
import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.analysis.traces.Aggregate;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceListener;
import dev.sluice.analysis.traces.TraceSelection;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** All that a report shows of traces; bounded by what each part keeps. For one thread. */
public final class Collected implements TraceListener {
  private static final int SLOWEST = 10;
  private static final int CHOSEN = 20;
  private static final int MOST_EXECUTIONS = 2_000;

  final OperationStatistics statistics = new OperationStatistics();
  final CallGraph graph = new CallGraph();
  private final TraceSelection slowest = TraceSelection.slowest(SLOWEST, MOST_EXECUTIONS);
  final HeatMap heat = new HeatMap();
  private final Set<Long> ids;
  private final TraceSelection chosen;
  private CallTree tree = new CallTree();

  /** Keeps the slowest traces, and the slowest of those with one of {@code ids} beside them. */
  Collected(Set<Long> ids) {
    this.ids = ids;
    chosen = new TraceSelection(CHOSEN, MOST_EXECUTIONS, trace -> ids.contains(trace.id()), null);
  }

  @Override
  public void accept(Trace trace) {
    statistics.accept(trace);
    graph.accept(trace);
    tree.accept(trace);
    slowest.accept(trace);
    chosen.accept(trace);
    heat.add(trace);
  }

  @Override
  public void outside(Operations operations, int operation, long begin, long end, boolean failed) {
    statistics.outside(operations, operation, begin, end, failed);
  }

  @Override
  public void timed(
      Operations operations, int operation, long producer, long end, long nanos, boolean failed) {
    statistics.timed(operations, operation, producer, end, nanos, failed);
  }

  @Override
  public void aggregated(Operations operations, int operation, long producer, Aggregate aggregate) {
    statistics.aggregated(operations, operation, producer, aggregate);
  }

  @Override
  public void state(StateCodec codec, Operations operations) throws IOException {
    statistics.state(codec, operations);
    graph.state(codec, operations);
    tree.state(codec, operations);
    slowest.state(codec, operations);
    chosen.state(codec, operations);
    heat.state(codec);
  }

  /** Traces with an id that was asked for, then the slowest of the others. */
  List<Trace> traces() {
    Stream<Trace> others = slowest.traces().stream().filter(one -> !ids.contains(one.id()));
    return Stream.concat(chosen.traces().stream(), others).toList();
  }

  /** Whether there was a trace for each id that was asked for. */
  boolean hasAll() {
    return chosen.traces().stream().map(Trace::id).distinct().count() == ids.size();
  }

  CallTree tree() {
    return tree;
  }

  /** Adds what another partition has; neither may be told anything any more. */
  Collected merged(Collected other) {
    statistics.merge(other.statistics);
    graph.merge(other.graph);
    tree = tree.merged(other.tree);
    slowest.merge(other.slowest);
    chosen.merge(other.chosen);
    heat.merge(other.heat);
    return this;
  }
}
