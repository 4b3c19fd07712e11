package dev.sluice.tools.watch;

import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.analysis.traces.Aggregate;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceListener;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Operations since the start and of the last {@value #HALF_SECONDS} to twice as many seconds, and
 * how long requests took lately. A request is a trace, or an execution without one. Bounded by the
 * number of {@link Operations} that are told apart. For one thread.
 */
final class RecentTraces implements TraceListener {
  static final int HALF_SECONDS = 30;

  /** Longer times are counted as this one: 104 days. */
  private static final long LONGEST = 1L << 53;

  private static final int DIGITS = 2;

  private final OperationStatistics all = new OperationStatistics();
  private OperationStatistics older = new OperationStatistics();
  private OperationStatistics younger = new OperationStatistics();
  private long olderSince;
  private long youngerSince;
  private Histogram requests = new Histogram(DIGITS);
  private Histogram spare = new Histogram(DIGITS);

  RecentTraces(long nowNanos) {
    olderSince = nowNanos;
    youngerSince = nowNanos;
  }

  @Override
  public void accept(Trace trace) {
    all.accept(trace);
    younger.accept(trace);
    requests.recordValue(Math.min(trace.duration(), LONGEST));
  }

  @Override
  public void outside(Operations operations, int operation, long begin, long end, boolean failed) {
    all.outside(operations, operation, begin, end, failed);
    younger.outside(operations, operation, begin, end, failed);
    requests.recordValue(Math.min(Math.max(0, end - begin), LONGEST));
  }

  @Override
  public void timed(
      Operations operations, int operation, long producer, long end, long nanos, boolean failed) {
    all.timed(operations, operation, producer, end, nanos, failed);
    younger.timed(operations, operation, producer, end, nanos, failed);
    requests.recordValue(Math.min(nanos, LONGEST));
  }

  @Override
  public void aggregated(Operations operations, int operation, long producer, Aggregate aggregate) {
    all.aggregated(operations, operation, producer, aggregate);
    younger.aggregated(operations, operation, producer, aggregate);
  }

  /** Since the start. */
  OperationStatistics all() {
    return all;
  }

  /** The same of lately, in two parts; what is longer ago is forgotten. */
  List<OperationStatistics> recent(long nowNanos) {
    if (nowNanos - youngerSince >= TimeUnit.SECONDS.toNanos(HALF_SECONDS)) {
      older = younger;
      olderSince = youngerSince;
      younger = new OperationStatistics();
      youngerSince = nowNanos;
    }
    return List.of(older, younger);
  }

  /** How long the time lasts that {@link #recent} told of. */
  double recentSeconds(long nowNanos) {
    return (nowNanos - olderSince) / 1e9;
  }

  /** How long requests took since the last call; valid until the next. */
  Histogram takeRequests() {
    Histogram taken = requests;
    requests = spare;
    requests.reset();
    spare = taken;
    return taken;
  }
}
