package dev.sluice.tools.report;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.requests.RequestFigures;
import dev.sluice.analysis.statistics.OperationFigures;
import dev.sluice.analysis.statistics.OperationStatistics;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * An operation in lists, files and pages.
 *
 * @param calls those that count: all or, where a warm-up is left out, the later ones
 * @param all of all calls; null if {@code calls} are those of one kind of request
 */
public record OperationLine(String signature, Calls calls, OperationFigures all) {
  /** Returns all operations with all calls, those with the most self time first. */
  public static List<OperationLine> of(OperationStatistics all) {
    return all.bySelf().stream()
        .map(one -> new OperationLine(one.signature(), one.once(), one))
        .toList();
  }

  /**
   * Returns all operations without calls of a warm-up. Where requests have not all calls of an
   * operation, as if some traces alone were recorded beside counts of all calls, all calls count.
   */
  static List<OperationLine> of(
      OperationStatistics all, RequestFigures whole, RequestFigures later) {
    return sorted(
        all.all()
            .map(one -> new OperationLine(one.signature(), later(one, whole, later), one))
            .filter(one -> one.calls.calls() > 0));
  }

  private static Calls later(OperationFigures of, RequestFigures whole, RequestFigures later) {
    Calls all = of.once();
    boolean isWhole = kept(of.signature(), whole).calls() == all.calls();
    return isWhole ? kept(of.signature(), later) : all;
  }

  private static Calls kept(String signature, RequestFigures of) {
    Calls without = of.outside().getOrDefault(signature, new Calls());
    return of.all().operations().getOrDefault(signature, without);
  }

  /** Returns the lines, those with the most self time first. */
  public static List<OperationLine> sorted(Stream<OperationLine> lines) {
    return lines
        .sorted(
            Comparator.comparing(OperationLine::calls, Calls.BY_SELF)
                .thenComparing(OperationLine::signature))
        .toList();
  }

  /** Returns a figure, 0 if it is not known. */
  public static double known(Number figure) {
    return figure == null ? 0 : figure.doubleValue();
  }
}
