package dev.sluice.tools.report;

import dev.sluice.analysis.calls.CallTree;
import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.requests.PathNode;
import dev.sluice.analysis.requests.RequestFigures;
import dev.sluice.analysis.requests.RequestFigures.Row;
import dev.sluice.analysis.requests.RequestStatistics;
import dev.sluice.analysis.requests.RequestTree;
import dev.sluice.analysis.resources.TimeLine;
import dev.sluice.analysis.statistics.OperationFigures;
import dev.sluice.analysis.traces.Request;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceSelection;
import dev.sluice.api.chunk.Ids;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.tools.recordings.Figures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Figures of a report: page, JSON, findings and sentences are made of them, so that all agree.
 * Times are nanoseconds. For one thread.
 */
final class ReportModel {
  /** Maximum number of rows of kinds; further kinds share the last one. */
  private static final int ROWS = 24;

  private static final int CELLS = 3_000;
  private static final int JOINED = 600;
  private static final int SLOWEST = 150;

  final Audit audit;
  final ReportStage.Result result;
  final Collected collected;
  final OperationIndex operations = new OperationIndex();

  /** All kinds of counted requests. */
  final List<Row> kinds;

  /** Requests that count, and all; with the same rows. */
  final RequestFigures figures;

  final RequestFigures whole;

  /** Their calls by path, by row. */
  final RequestTree paths = new RequestTree();

  final long begin;
  final long end;

  /** The row of each kind of request. */
  final int[] rowOf;

  /** Conditions that are met or cannot be checked; null if none were requested. */
  List<String> met;

  /** Requests that are known as a whole. */
  List<Request> requests = List.of();

  private List<String> labels = List.of();
  private List<Trace> shown;

  /** Producers of the shown traces, by id. */
  private final Map<Long, Set<Long>> producers = new HashMap<>();

  /** Creates a model that includes or excludes the requests of a warm-up. */
  ReportModel(ReportStage.Result result, Audit audit, boolean keepWarmUp) {
    this.audit = audit;
    this.result = result;
    collected = result.traces().listener();
    List<TimeLine> lines = result.lines().lines().values().stream().toList();
    LongStream from = lines.stream().filter(one -> one.slots() > 0).mapToLong(one -> one.begin(0));
    LongStream until = lines.stream().mapToLong(one -> one.begin(one.slots()));
    boolean isTimed = collected.begin() > 0; // else of samples alone
    long first = isTimed ? collected.begin() : from.min().orElse(0);
    begin = Math.floorDiv(first, 1000L) * 1000; // so that no microsecond is cut twice
    end = isTimed ? collected.end() : until.max().orElse(0);
    RequestFigures all = RequestFigures.of(collected.requests, collected.paths, true);
    RequestFigures later = RequestFigures.of(collected.requests, collected.paths, keepWarmUp);
    kinds = later.rows();
    whole = all.limited(ROWS, Operations.OTHER_NAME);
    boolean isAll = later.from() == Long.MIN_VALUE;
    figures = isAll ? whole : later.limited(ROWS, Operations.OTHER_NAME);
    rowOf = new int[figures.all().numbers().size()];
    for (int row = 0; row < figures.rows().size(); row++) {
      for (int number : figures.rows().get(row).numbers()) {
        rowOf[number] = row;
      }
    }
    paths.merge(collected.paths, rowOf);
    collected.statistics.bySelf().stream().map(OperationFigures::signature).forEach(operations::of);
  }

  /**
   * Returns whether a row is of no requests: all of it is as long as the recording, as the program
   * itself and threads that loop for ever are, or lacks its first calls. If all rows are, none is.
   */
  boolean isRun(Row row) {
    return isLong(row) && !figures.rows().stream().allMatch(this::isLong);
  }

  private boolean isLong(Row row) {
    return row.name().equals(RequestStatistics.MISSING)
        || row.min() == null
        || row.min() >= TraceSelection.RUN * (end - begin);
  }

  /** Nanoseconds of all requests that count, without {@link #isRun}. */
  double time() {
    return figures.rows().stream().filter(row -> !isRun(row)).mapToDouble(Row::total).sum();
  }

  /** Returns whether a row is of one operation, and not of several or none. */
  static boolean isOperation(Row row) {
    return !Set.of(Operations.OTHER_NAME, RequestStatistics.MISSING).contains(row.name());
  }

  /** Returns the row of a trace. */
  int row(Trace trace) {
    return rowOf[collected.requests.number(trace)];
  }

  /** Returns all operations, of the requests that count or with those of a warm-up. */
  List<OperationLine> operations(boolean withWarmUp) {
    return withWarmUp || figures == whole
        ? OperationLine.of(collected.statistics)
        : OperationLine.of(collected.statistics, whole, figures);
  }

  /** Requests of a warm-up that are left out. */
  long leftOut() {
    return whole.all().count() - figures.all().count();
  }

  /** Returns whether it is not of a warm-up that is left out. */
  boolean counts(Trace trace) {
    return trace.begin() >= figures.from();
  }

  /** Microseconds since the begin, of a time at which there is something. */
  long micros(long time) {
    return TraceRow.micros(Math.max(begin, Math.min(end, time)) - begin);
  }

  /** Traces that are shown, each once, those worth most first. */
  List<Trace> traces() {
    if (shown == null) {
      shown = chosen();
      for (Trace one : shown) {
        producers.computeIfAbsent(one.id(), id -> new HashSet<>()).add(one.producer());
      }
    }
    return shown;
  }

  /** Shows these requests as a whole, those that took most time before others. */
  void show(List<Request> read) {
    int[] room = {JOINED};
    requests =
        read.stream()
            .filter(one -> one.w3cTrace() != null && one.traces().stream().allMatch(this::hasRow))
            .sorted(Comparator.comparing(one -> -one.traces().get(0).duration()))
            .takeWhile(one -> (room[0] -= one.traces().size()) >= 0)
            .toList();
    shown = null;
  }

  /** Returns what grew since it was read first may have a kind without figures. */
  private boolean hasRow(Trace trace) {
    return collected.requests.number(trace) < rowOf.length;
  }

  private List<Trace> chosen() {
    List<Trace> chosen = new ArrayList<>();
    requests.forEach(one -> chosen.addAll(one.traces()));
    chosen.addAll(collected.traces());
    chosen.addAll(collected.invalid.traces());
    List<Trace> cells =
        collected.cells.cells().values().stream()
            .map(cell -> cell.slowest)
            .sorted(TraceSelection.ORDER.reversed())
            .toList();
    List<Trace> failed = collected.failed.traces();
    for (int row = 0; row < figures.rows().size(); row++) {
      int of = row;
      double median = figures.rows().get(row).whole().quantile(0.5);
      Comparator<Trace> usual =
          Comparator.comparingDouble(trace -> Math.abs(trace.duration() - median));
      cells.stream().filter(trace -> row(trace) == of).limit(6).forEach(chosen::add);
      cells.stream().filter(trace -> row(trace) == of).sorted(usual).limit(2).forEach(chosen::add);
      failed.stream().filter(trace -> row(trace) == of).limit(4).forEach(chosen::add);
    }
    chosen.addAll(collected.unproven.traces());
    chosen.addAll(cells.subList(0, Math.min(CELLS, cells.size())));
    chosen.addAll(collected.longest.traces().stream().limit(SLOWEST).toList());
    chosen.addAll(failed);
    Set<List<Long>> seen = new HashSet<>();
    chosen.removeIf(one -> !seen.add(Arrays.asList(one.producer(), one.id(), one.begin())));
    return chosen;
  }

  /**
   * Returns the first such trace of a row that is shown, of the warm-up if no other; null for none.
   */
  Trace example(int row, Predicate<Trace> wanted) {
    return traces().stream()
        .filter(trace -> row(trace) == row && wanted.test(trace))
        .min(Comparator.comparing(trace -> !counts(trace)))
        .orElse(null);
  }

  /** Returns what the page calls a trace: its id, with that of its producer if several have it. */
  String key(Trace trace) {
    boolean several = producers.getOrDefault(trace.id(), Set.of()).size() > 1;
    return Ids.print(trace.id()) + (several ? "@" + Ids.print(trace.producer()) : "");
  }

  /** Returns whether traces may be of several programs, and not of one in several processes. */
  boolean hasSeveralPrograms() {
    return audit.producers().stream().map(ProducerAudit::name).distinct().count() > 1;
  }

  /** Returns whether the trace has such a call. */
  static boolean calls(Trace trace, String operation) {
    return IntStream.range(0, trace.size()).anyMatch(i -> trace.signature(i).equals(operation));
  }

  /**
   * Calls of each callee by each caller, so named, most first; those of unknown callers are not.
   */
  List<Map.Entry<List<String>, Long>> edges(UnaryOperator<String> name) {
    Map<List<String>, Long> calls = new HashMap<>();
    for (int row = 0; row < figures.rows().size(); row++) {
      for (PathNode node : paths.all(row)) {
        PathNode caller = node.caller();
        long count = node.calls(figures).calls();
        if (count > 0 && !caller.operation().equals(CallTree.MISSING)) {
          String from = caller.caller() == null ? "(entry)" : name.apply(caller.operation());
          calls.merge(List.of(from, name.apply(node.operation())), count, Long::sum);
        }
      }
    }
    return calls.entrySet().stream()
        .sorted(
            Map.Entry.<List<String>, Long>comparingByValue()
                .reversed()
                .thenComparing(edge -> edge.getKey().get(0))
                .thenComparing(edge -> edge.getKey().get(1)))
        .toList();
  }

  /** Returns the figures of all requests, and the kind with most time, in a sentence. */
  String sentence() {
    Row all = figures.all();
    if (all.count() == 0) {
      long calls = collected.statistics.all().mapToLong(one -> one.once().calls()).sum();
      return "There are no requests: " + Figures.count(calls, "call") + " without a trace.";
    }
    String times =
        all.whole().calls() == 0
            ? ""
            : ", p50 %s, p99 %s"
                .formatted(
                    Figures.nanos(all.whole().quantile(0.5)),
                    Figures.nanos(all.whole().quantile(0.99)));
    long lost = audit.damaged() + audit.producers().stream().mapToLong(Findings::lost).sum();
    Row most =
        Collections.max(
            figures.rows(),
            Comparator.comparing((Row row) -> !isRun(row)).thenComparing(Row::total));
    return "%s%s%s, %s%s failed; %s of the time in %s."
        .formatted(
            lost > 0 ? "At least " : "",
            Figures.count(all.count(), "request"),
            times,
            lost > 0 ? "at least " : "",
            Figures.count(all.failed()),
            Figures.percent(most.total(), time()),
            label(most.name()));
  }

  /** Returns a short name of an operation. */
  String label(String signature) {
    int number = operations.of(signature);
    if (labels.size() <= number) {
      labels = operations.labels();
    }
    return labels.get(number);
  }
}
