package dev.sluice.tools.report;

import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.requests.RequestFigures;
import dev.sluice.analysis.requests.RequestFigures.Row;
import dev.sluice.analysis.requests.RequestStatistics;
import dev.sluice.analysis.statistics.OperationFigures;
import dev.sluice.analysis.traces.LossTimes.Lost;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceSelection;
import dev.sluice.streams.Audit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What a report says of a recording: page, JSON, findings and sentences are made of it, so that all
 * have the same figures. Times are nanoseconds. For one thread.
 */
final class ReportModel {
  /** Kinds of requests with a row; the others share the last one. */
  static final int ROWS = 24;

  /** Equal parts of the recording whose calls are told apart. */
  static final int PARTS = 10;

  private static final int CELLS = 3_000;
  private static final int SLOWEST = 150;

  final Audit audit;
  final ReportStage.Result result;
  final Collected collected;
  final OperationIndex operations = new OperationIndex();

  /** Those that count, and all; with the same rows. */
  final RequestFigures figures;

  final RequestFigures whole;

  /** Their calls by path, for each row. */
  final List<PathNode> paths;

  /** When records were lost; null if that is not known. */
  final List<Lost> losses;

  final long begin;
  final long end;
  private final int[] rowOf;

  /** With the requests of a warm-up among those that count, or without. */
  ReportModel(ReportStage.Result result, Audit audit, boolean keepWarmUp) {
    this.audit = audit;
    this.result = result;
    collected = result.traces().listener();
    begin = collected.begin();
    end = collected.end();
    losses = result.losses().finish();
    whole = figures(true);
    RequestFigures later = keepWarmUp ? whole : figures(false);
    figures = later.from() == Long.MIN_VALUE ? whole : later;
    rowOf = new int[figures.all().numbers().size()];
    for (int row = 0; row < figures.rows().size(); row++) {
      for (int number : figures.rows().get(row).numbers()) {
        rowOf[number] = row;
      }
    }
    paths =
        PathNode.of(
            collected.paths,
            rowOf,
            figures.rows().size(),
            figures.from(),
            new long[] {begin, end},
            PARTS);
    collected.statistics.bySelf().stream().map(OperationFigures::signature).forEach(operations::of);
    figures.rows().stream().filter(ReportModel::isOperation).map(Row::name).forEach(operations::of);
  }

  private RequestFigures figures(boolean keepWarmUp) {
    return RequestFigures.of(collected.requests, collected.paths, keepWarmUp)
        .limited(ROWS, Operations.OTHER_NAME);
  }

  /** Whether a row is of one operation, and not of several or none. */
  static boolean isOperation(Row row) {
    return !row.name().equals(Operations.OTHER_NAME)
        && !row.name().equals(RequestStatistics.MISSING);
  }

  /** The row of a kind of request. */
  int row(int kind) {
    return rowOf[kind];
  }

  /** The row of a trace. */
  int row(Trace trace) {
    return rowOf[collected.requests.number(trace)];
  }

  /** When a warm-up that was found ends, whether it is left out or not; the begin without one. */
  long warmUpEnd() {
    return figures.from() == Long.MIN_VALUE ? begin : figures.from();
  }

  /** Traces that are shown, each once, those worth most first. */
  List<Trace> traces() {
    List<Trace> chosen = new ArrayList<>(collected.traces());
    chosen.addAll(collected.invalid.traces());
    List<Trace> cells =
        collected.cells.cells().values().stream()
            .map(RequestHeat.Cell::slowest)
            .sorted(TraceSelection.ORDER.reversed())
            .toList();
    for (int row = 0; row < figures.rows().size(); row++) {
      int of = row;
      List<Trace> same = cells.stream().filter(trace -> row(trace) == of).toList();
      chosen.addAll(same.subList(0, Math.min(6, same.size())));
      double median = figures.rows().get(row).whole().quantile(0.5);
      same.stream()
          .sorted(Comparator.comparingDouble(trace -> Math.abs(trace.duration() - median)))
          .limit(2)
          .forEach(chosen::add);
      collected.failed.traces().stream()
          .filter(trace -> row(trace) == of)
          .limit(4)
          .forEach(chosen::add);
    }
    chosen.addAll(collected.unproven.traces());
    chosen.addAll(cells.subList(0, Math.min(CELLS, cells.size())));
    chosen.addAll(collected.longest.traces().stream().limit(SLOWEST).toList());
    chosen.addAll(collected.failed.traces());
    Set<List<Long>> seen = new HashSet<>();
    chosen.removeIf(trace -> !seen.add(Arrays.asList(trace.producer(), trace.id(), trace.begin())));
    return chosen;
  }

  /** Names of hosts that traces tell of. */
  List<String> hosts() {
    return traces().stream().map(Trace::host).filter(Objects::nonNull).distinct().sorted().toList();
  }
}
