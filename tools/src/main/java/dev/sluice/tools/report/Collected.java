package dev.sluice.tools.report;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.requests.RequestStatistics;
import dev.sluice.analysis.requests.RequestTree;
import dev.sluice.analysis.services.ServiceCalls;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.analysis.traces.Aggregate;
import dev.sluice.analysis.traces.RequestIndex;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceListener;
import dev.sluice.analysis.traces.TraceSelection;
import dev.sluice.analysis.traces.TraceState;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Figures and traces for a report; each part is bounded. For one thread. */
public final class Collected implements TraceListener {
  private static final int SLOWEST = 10;
  private static final int MAX_SHORT_EXECUTIONS = 512;
  private static final int CHOSEN = 20;
  private static final int MAX_EXECUTIONS = 2_000;

  final OperationStatistics statistics;
  private final TraceSelection slowest = TraceSelection.slowest(SLOWEST, MAX_EXECUTIONS);
  private final Set<Long> ids;
  private final TraceSelection chosen;
  private final List<TraceSelection> selections;

  final RequestStatistics requests;
  final RequestTree paths;
  final RequestHeat cells;
  final StartedTraces started = new StartedTraces();
  final ServiceCalls services;

  /** Index for a second pass over the source; not part of the state. */
  final RequestIndex index;

  /** Longest traces, each with just enough executions to know its kind. */
  final TraceSelection longest;

  final TraceSelection failed;
  final TraceSelection invalid;
  final TraceSelection unproven;

  /** The first and last time of anything, nanoseconds since the epoch. */
  private long begin = Long.MAX_VALUE;

  private long end = Long.MIN_VALUE;

  /** Keeps the slowest traces, and the slowest of those with one of {@code ids} beside them. */
  Collected(Set<Long> ids, int links) {
    this(ids, false, links);
  }

  /**
   * Returns one of many, each of some seconds: of each, less is kept, and nothing finer than
   * seconds.
   */
  static Collected ofSeconds() {
    return new Collected(Set.of(), true, 0);
  }

  private Collected(Set<Long> ids, boolean few, int links) {
    this.ids = ids;
    index = new RequestIndex(links);
    int part = few ? 4 : 1;
    statistics = new OperationStatistics();
    requests = few ? new RequestStatistics(false, 34) : new RequestStatistics(false);
    paths = few ? new RequestTree(1 << 13) : new RequestTree();
    cells = few ? new RequestHeat(30, 1 << 11) : new RequestHeat();
    services = new ServiceCalls(few ? ServiceCalls.MOST / 16 : ServiceCalls.MOST);
    longest = TraceSelection.slowest(1024 / part, RequestStatistics.LEVELS);
    failed = selection(150 / part, Collected::isFailed);
    invalid = selection(50 / part, trace -> trace.state() != TraceState.VALID);
    unproven =
        selection(20 / part, trace -> trace.state() == TraceState.VALID && !trace.isProven());
    chosen = new TraceSelection(CHOSEN, MAX_EXECUTIONS, trace -> ids.contains(trace.id()), null);
    selections = List.of(slowest, chosen, longest, failed, invalid, unproven);
  }

  private static TraceSelection selection(int most, Predicate<Trace> wanted) {
    return new TraceSelection(most, MAX_SHORT_EXECUTIONS, wanted, null);
  }

  @Override
  public void accept(Trace trace) {
    statistics.accept(trace);
    int kind = requests.add(trace);
    paths.add(trace, kind, requests);
    cells.add(trace, kind);
    started.add(trace, kind);
    services.add(trace);
    index.accept(trace);
    selections.forEach(selection -> selection.accept(trace));
    times(trace.begin(), trace.end());
  }

  @Override
  public void joined(Trace trace) {
    services.add(trace);
    index.joined(trace);
  }

  /** Returns whether the request itself failed. */
  static boolean isFailed(Trace trace) {
    return trace.size() > 0 && trace.depth(0) == 0 && trace.failed(0);
  }

  private void times(long from, long until) {
    begin = Math.min(begin, from);
    end = Math.max(end, until);
  }

  @Override
  public void outside(Operations operations, int operation, long begin, long end, boolean failed) {
    statistics.outside(operations, operation, begin, end, failed);
    requests.outside(operations, operation, begin, end, failed);
    times(begin, end);
  }

  @Override
  public void timed(
      Operations operations, int operation, long producer, long end, long nanos, boolean failed) {
    statistics.timed(operations, operation, producer, end, nanos, failed);
    requests.timed(operations, operation, producer, end, nanos, failed);
    times(end - nanos, end);
  }

  @Override
  public void aggregated(Operations operations, int operation, long producer, Aggregate aggregate) {
    statistics.aggregated(operations, operation, producer, aggregate);
    requests.aggregated(operations, operation, producer, aggregate);
    times(aggregate.time(), aggregate.time());
  }

  @Override
  public void state(StateCodec codec, Operations operations) throws IOException {
    statistics.state(codec, operations);
    requests.state(codec, operations);
    paths.state(codec);
    cells.state(codec, operations);
    started.state(codec);
    for (TraceSelection selection : selections) {
      selection.state(codec, operations);
    }
    services.state(codec);
    begin = codec.number(begin);
    end = codec.number(end);
  }

  /** Returns when the first of it began, nanoseconds since the epoch; 0 if there is nothing. */
  long begin() {
    return begin > end ? 0 : begin;
  }

  /** Returns when the last of it ended. */
  long end() {
    return begin > end ? 0 : end;
  }

  /** Returns the traces with a requested id, then the slowest of all others. */
  List<Trace> traces() {
    Stream<Trace> others = slowest.traces().stream().filter(one -> !ids.contains(one.id()));
    return Stream.concat(chosen.traces().stream(), others).toList();
  }

  /** Returns whether there was a trace for each id that was asked for. */
  boolean hasAll() {
    return chosen.traces().stream().map(Trace::id).distinct().count() == ids.size();
  }

  /** Merges another instance into this one, which receives no more traces afterwards. */
  Collected merged(Collected other) {
    statistics.merge(other.statistics);
    int[] kinds = requests.merge(other.requests);
    paths.merge(other.paths, kinds);
    cells.merge(other.cells, kinds);
    started.merge(other.started, kinds);
    services.merge(other.services);
    index.merge(other.index);
    for (int i = 0; i < selections.size(); i++) {
      selections.get(i).merge(other.selections.get(i));
    }
    times(other.begin, other.end);
    return this;
  }
}
