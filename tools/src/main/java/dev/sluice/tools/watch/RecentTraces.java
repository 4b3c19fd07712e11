package dev.sluice.tools.watch;

import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.analysis.traces.Aggregate;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceListener;
import dev.sluice.tools.report.LiveReport;
import org.HdrHistogram.Histogram;

/**
 * Operations since the start, reports of the last minutes, and how long requests took lately. A
 * request is a trace, or an execution without one. Bounded by the number of distinct {@link
 * Operations}. For one thread.
 */
final class RecentTraces implements TraceListener {
  /** Maximum duration in nanoseconds, 104 days; longer ones count as this. */
  private static final long MAX_NANOS = 1L << 53;

  private static final int DIGITS = 2;

  private final OperationStatistics all = new OperationStatistics();
  private final LiveReport report = new LiveReport();
  private Histogram requests = new Histogram(DIGITS);
  private Histogram spare = new Histogram(DIGITS);

  @Override
  public void accept(Trace trace) {
    all.accept(trace);
    report.accept(trace);
    requests.recordValue(Math.min(trace.duration(), MAX_NANOS));
  }

  @Override
  public void joined(Trace trace) {
    report.joined(trace);
  }

  @Override
  public void outside(Operations operations, int operation, long begin, long end, boolean failed) {
    all.outside(operations, operation, begin, end, failed);
    report.outside(operations, operation, begin, end, failed);
    requests.recordValue(Math.min(Math.max(0, end - begin), MAX_NANOS));
  }

  @Override
  public void timed(
      Operations operations, int operation, long producer, long end, long nanos, boolean failed) {
    all.timed(operations, operation, producer, end, nanos, failed);
    report.timed(operations, operation, producer, end, nanos, failed);
    requests.recordValue(Math.min(nanos, MAX_NANOS));
  }

  @Override
  public void aggregated(Operations operations, int operation, long producer, Aggregate aggregate) {
    all.aggregated(operations, operation, producer, aggregate);
    report.aggregated(operations, operation, producer, aggregate);
  }

  /** Returns the statistics since the start. */
  OperationStatistics all() {
    return all;
  }

  /** Returns the report of the last minutes. */
  LiveReport report() {
    return report;
  }

  /** Returns how long requests took since the last call; valid until the next. */
  Histogram takeRequests() {
    Histogram taken = requests;
    requests = spare;
    requests.reset();
    spare = taken;
    return taken;
  }
}
