package dev.sluice.tools.report;

import dev.sluice.analysis.requests.RequestFigures.Row;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceSelection;
import dev.sluice.tools.format.Instants;
import dev.sluice.tools.report.Finding.Confidence;
import dev.sluice.tools.report.Finding.Rule;
import dev.sluice.tools.report.Finding.Severity;
import dev.sluice.tools.report.RequestHeat.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Finds kinds whose first requests took many times as long as almost all others. */
final class ColdStart {
  /** Multiple of the median that a slow first request takes at least. */
  private static final double SLOW = 10;

  /** Minimum duration of a slow first request, and of one that is more than a note. */
  private static final double MIN_NANOS = 1e8;

  private static final double MIN_WARNING_NANOS = 1e9;

  /** Maximum part of the later requests that take half as long, but for one. */
  private static final double LATER = 0.002;

  /** Maximum number of first requests; more than that must be slow together. */
  private static final long MAX_FIRST = 16;

  private final ReportModel model;

  /** The cells of the row, by when their slot begins. */
  private final NavigableMap<Long, List<Cell>> slots = new TreeMap<>();

  ColdStart(ReportModel model, int number) {
    this.model = model;
    model.collected.cells.cells().entrySet().stream()
        .filter(cell -> model.rowOf[cell.getKey().kind()] == number)
        .forEach(
            cell ->
                slots
                    .computeIfAbsent(
                        cell.getKey().slot() * model.collected.cells.width(),
                        absent -> new ArrayList<>())
                    .add(cell.getValue()));
  }

  static void add(ReportModel model, List<Finding> found) {
    for (int row = 0; row < model.whole.rows().size(); row++) {
      Row of = model.whole.rows().get(row);
      if (ReportModel.isOperation(of) && of.whole().calls() >= Findings.MIN_REQUESTS) {
        new ColdStart(model, row).add(row, of, found);
      }
    }
  }

  /**
   * Returns until when slow requests are those of a start: the end of the slot of the first one
   * that is not slow or, if many are slow before it, of the slot in which the first one ends.
   */
  long until(double slow) {
    long fast =
        slots.entrySet().stream()
            .filter(slot -> slot.getValue().stream().anyMatch(one -> one.slowest.duration() < slow))
            .mapToLong(Map.Entry::getKey)
            .findFirst()
            .orElse(model.begin);
    boolean isMany = count(slow(fast + 1, slow)) > MAX_FIRST;
    return model.collected.cells.width()
        + (isMany ? slots.floorKey(Math.min(fast, first().end())) : fast);
  }

  /** Returns the cells before a time whose requests took that long. */
  List<Cell> slow(long until, double nanos) {
    return slow(slots.headMap(until), nanos);
  }

  /** Returns those of them that no warm-up leaves out. */
  List<Cell> counted(long until, double nanos) {
    return slow(until, nanos).stream().filter(cell -> model.counts(cell.slowest)).toList();
  }

  private static List<Cell> slow(Map<Long, List<Cell>> slots, double nanos) {
    return slots.values().stream()
        .flatMap(List::stream)
        .filter(cell -> cell.slowest.duration() >= nanos)
        .toList();
  }

  /** Returns the number of requests in cells. */
  static long count(List<Cell> cells) {
    return cells.stream().mapToLong(cell -> cell.count).sum();
  }

  /** Returns the slowest request of the first slot. */
  private Trace first() {
    return slots.firstEntry().getValue().stream()
        .map(cell -> cell.slowest)
        .max(TraceSelection.ORDER)
        .orElseThrow();
  }

  /**
   * Returns whether few begin with the first one, or half of those that do before it ends are slow.
   */
  private boolean isFirst(List<Cell> slow) {
    return count(slots.firstEntry().getValue()) <= MAX_FIRST
        || count(slow) >= count(slow(first().end(), 0)) / 2;
  }

  private void add(int number, Row row, List<Finding> found) {
    Trace first = first();
    double half = first.duration() / 2.0;
    double usual = row.whole().quantile(0.5);
    List<Cell> same = slow(first.end(), half);
    boolean isSlow = first.duration() >= Math.max(MIN_NANOS, SLOW * usual);
    long later = count(slow(slots.tailMap(first.end()), half));
    if (isSlow && isFirst(same) && later <= Math.max(1, LATER * row.count())) {
      String text = "The first request of %s, at %s, took %s, later ones %s (p50).";
      Object[] parts = {
        model.label(row.name()), Instants.millis(first.begin()), (double) first.duration(), usual
      };
      double cost = same.stream().mapToDouble(cell -> cell.count * cell.slowest.duration()).sum();
      Severity severity = first.duration() >= MIN_WARNING_NANOS ? Severity.WARNING : Severity.NOTE;
      // What stands still while a program starts is no pause of its own.
      found.removeIf(one -> one.isOnly(Rule.PAUSE, first.id()));
      found.add(
          new Finding(Rule.COLD_START, severity, text, parts)
              .cost(cost - count(same) * usual, model.whole.all().total())
              .sure(Confidence.LIKELY)
              .at(model, number, row.name(), first));
    }
  }
}
