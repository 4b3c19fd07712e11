package dev.sluice.benchmarks.analysis;

import dev.sluice.analysis.calls.Message;
import dev.sluice.analysis.requests.RequestStatistics;
import dev.sluice.analysis.requests.RequestTree;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceListener;

/** All that a report is made of: statistics, requests and their calls by path, and messages. */
final class FullListener implements TraceListener {
  private static final int MOST_MESSAGES = 1_000;

  private OperationStatistics statistics = new OperationStatistics();
  private final RequestStatistics requests = new RequestStatistics(false);
  private final RequestTree paths = new RequestTree();
  private long messages;

  @Override
  public void accept(Trace trace) {
    statistics.accept(trace);
    paths.add(trace, requests.add(trace), requests);
    messages += Message.of(trace, MOST_MESSAGES).size();
  }

  FullListener merged(FullListener other) {
    statistics = OperationStatistics.merged(statistics, other.statistics);
    paths.merge(other.paths, requests.merge(other.requests));
    messages += other.messages;
    return this;
  }

  /** Messages of all traces, a call and a return for each execution. */
  long messages() {
    return messages;
  }
}
