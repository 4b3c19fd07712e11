package dev.sluice.benchmarks.analysis;

import dev.sluice.analysis.calls.CallTree;
import dev.sluice.analysis.calls.Message;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceListener;

/**
 * Statistics, call tree, whose sums by caller and callee are the dependency graph, and message
 * traces.
 */
final class FullListener implements TraceListener {
  private static final int MOST_MESSAGES = 1_000;

  private OperationStatistics statistics = new OperationStatistics();
  private CallTree tree = new CallTree();
  private long messages;

  @Override
  public void accept(Trace trace) {
    statistics.accept(trace);
    tree.accept(trace);
    messages += Message.of(trace, MOST_MESSAGES).size();
  }

  FullListener merged(FullListener other) {
    statistics = OperationStatistics.merged(statistics, other.statistics);
    tree = tree.merged(other.tree);
    messages += other.messages;
    return this;
  }

  /** Messages of all traces, a call and a return for each execution. */
  long messages() {
    return messages;
  }
}
