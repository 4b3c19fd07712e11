package dev.sluice.tools.report;

import dev.sluice.analysis.requests.RequestFigures.Row;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceSelection;
import dev.sluice.tools.format.Instants;
import dev.sluice.tools.report.Finding.Confidence;
import dev.sluice.tools.report.Finding.Rule;
import dev.sluice.tools.report.Finding.Severity;
import java.util.List;
import java.util.Map;

/** Finds kinds whose first request took many times as long as almost all others. */
final class ColdStart {
  /** It takes so many times the median, and that long. */
  private static final double SLOW = 10;

  private static final double MIN_NANOS = 1e9;

  /** Maximum part of the later requests that take half as long. */
  private static final double LATER = 0.01;

  /** Maximum number of requests that begin at about the time of the first one. */
  private static final long MAX_FIRST = 16;

  private ColdStart() {}

  static void add(ReportModel model, List<Finding> found) {
    for (int row = 0; row < model.whole.rows().size(); row++) {
      Row of = model.whole.rows().get(row);
      if (ReportModel.isOperation(of) && of.whole().calls() >= Findings.FEWEST) {
        add(model, row, of, found);
      }
    }
  }

  private static void add(ReportModel model, int number, Row row, List<Finding> found) {
    List<Map.Entry<RequestHeat.At, RequestHeat.Cell>> cells =
        model.collected.cells.cells().entrySet().stream()
            .filter(cell -> model.rowOf[cell.getKey().kind()] == number)
            .toList();
    long slot = cells.stream().mapToLong(cell -> cell.getKey().slot()).min().orElse(0);
    List<RequestHeat.Cell> early =
        cells.stream().filter(c -> c.getKey().slot() == slot).map(Map.Entry::getValue).toList();
    if (early.isEmpty() || early.stream().mapToLong(cell -> cell.count).sum() > MAX_FIRST) {
      return;
    }
    Trace first = early.stream().map(cell -> cell.slowest).max(TraceSelection.ORDER).orElseThrow();
    double usual = row.whole().quantile(0.5);
    long width = model.collected.cells.width();
    double later =
        cells.stream()
            .filter(cell -> cell.getKey().slot() * width >= first.end())
            .filter(cell -> 2 * cell.getValue().slowest.duration() >= first.duration())
            .mapToDouble(cell -> cell.getValue().count)
            .sum();
    boolean isSlow = first.duration() >= Math.max(MIN_NANOS, SLOW * usual);
    if (isSlow && later <= LATER * row.count()) {
      String text = "The first request of %s, at %s, took %s, later ones %s (p50).";
      Object[] parts = {
        model.label(row.name()), Instants.millis(first.begin()), (double) first.duration(), usual
      };
      // What stands still while a program starts is no pause of its own.
      found.removeIf(one -> one.isOnly(Rule.PAUSE, first.id()));
      found.add(
          new Finding(Rule.COLD_START, Severity.WARNING, text, parts)
              .cost(first.duration() - usual, model.whole.all().total())
              .sure(Confidence.LIKELY)
              .at(model, number, row.name(), first));
    }
  }
}
