package dev.sluice.cli.analyze;

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

/** All that a report shows of traces; bounded by what each part keeps. For one thread. */
final class Findings implements TraceListener {
  private static final int SLOWEST = 10;
  private static final int MOST_EXECUTIONS = 2_000;

  final OperationStatistics statistics = new OperationStatistics();
  final CallGraph graph = new CallGraph();
  final TraceSelection slowest = TraceSelection.slowest(SLOWEST, MOST_EXECUTIONS);
  final HeatMap heat = new HeatMap();
  private CallTree tree = new CallTree();

  @Override
  public void accept(Trace trace) {
    statistics.accept(trace);
    graph.accept(trace);
    tree.accept(trace);
    slowest.accept(trace);
    heat.add(trace);
  }

  @Override
  public void outside(Operations operations, int operation, long begin, long end, boolean failed) {
    statistics.outside(operations, operation, begin, end, failed);
  }

  @Override
  public void aggregated(Operations operations, int operation, Aggregate aggregate) {
    statistics.aggregated(operations, operation, aggregate);
  }

  @Override
  public void state(StateCodec codec, Operations operations) throws IOException {
    statistics.state(codec, operations);
    graph.state(codec, operations);
    tree.state(codec, operations);
    slowest.state(codec, operations);
    heat.state(codec);
  }

  CallTree tree() {
    return tree;
  }

  /** Adds what another partition has; neither may be told anything any more. */
  Findings merged(Findings other) {
    statistics.merge(other.statistics);
    graph.merge(other.graph);
    tree = tree.merged(other.tree);
    slowest.merge(other.slowest);
    heat.merge(other.heat);
    return this;
  }
}
