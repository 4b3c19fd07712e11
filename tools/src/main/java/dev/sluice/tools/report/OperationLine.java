package dev.sluice.tools.report;

import dev.sluice.analysis.requests.CallFigures;
import dev.sluice.analysis.requests.RequestFigures;
import dev.sluice.analysis.statistics.OperationFigures;
import dev.sluice.analysis.statistics.OperationStatistics;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What lists, files and pages tell of an operation: of all its calls or, where a warm-up is left
 * out, of the others. Times are nanoseconds; what is not known is null.
 *
 * @param all of all calls; null if {@code counted} is of one kind of request
 * @param counted of the calls that count; null if all do
 */
public record OperationLine(String signature, OperationFigures all, CallFigures counted) {
  /** All operations with all calls, those with the most self time first. */
  public static List<OperationLine> of(OperationStatistics all) {
    return sorted(all.all().map(one -> new OperationLine(one.signature(), one, null)));
  }

  /**
   * The same without calls of a warm-up. Where requests have not all calls of an operation, as if
   * some traces alone were recorded beside counts of all calls, all calls count.
   */
  static List<OperationLine> of(
      OperationStatistics all, RequestFigures whole, RequestFigures later) {
    return sorted(all.all().map(one -> of(one, whole, later)).filter(one -> one.calls() > 0));
  }

  private static OperationLine of(OperationFigures of, RequestFigures whole, RequestFigures later) {
    boolean isWhole = figures(of.signature(), whole).calls() == of.calls();
    CallFigures counted = isWhole ? figures(of.signature(), later) : null;
    return new OperationLine(of.signature(), of, counted);
  }

  private static CallFigures figures(String signature, RequestFigures of) {
    CallFigures without = of.outside().getOrDefault(signature, new CallFigures());
    return of.all().operations().getOrDefault(signature, without);
  }

  static List<OperationLine> sorted(Stream<OperationLine> lines) {
    return lines
        .sorted(
            Comparator.comparingDouble((OperationLine one) -> known(one.self()))
                .thenComparing(OperationLine::total)
                .reversed()
                .thenComparing(OperationLine::signature))
        .toList();
  }

  /** A figure, 0 if it is not known. */
  public static double known(Number figure) {
    return figure == null ? 0 : figure.doubleValue();
  }

  /** Calls that ended. */
  public long calls() {
    return counted == null ? all.calls() : counted.calls();
  }

  /** Those of them that ended with an exception. */
  public long failed() {
    return counted == null ? all.durations().failed() : counted.failed();
  }

  /** Time of them; a recursion counts each of its calls. */
  public long total() {
    return counted == null ? all.total() : counted.sum();
  }

  /** Time of them without what they called. */
  public Long self() {
    boolean isPlaced = all == null || all.placed() > 0;
    return !isPlaced ? null : counted == null ? (Long) all.self() : (Long) counted.self();
  }

  /** The mean of a call. */
  public Double mean() {
    return calls() == 0 ? null : counted == null ? all.durations().mean() : counted.mean();
  }

  /** The time that a part of the calls did not exceed. */
  public Long quantile(double part) {
    if (counted != null) {
      return counted.inQuantiles() == 0 ? null : (Long) Math.round(counted.quantile(part));
    }
    return all.durations().inQuantiles() == 0 ? null : (Long) all.durations().quantile(part);
  }

  /** The shortest. */
  public Long min() {
    return counted != null ? quantile(0) : calls() == 0 ? null : (Long) all.durations().min();
  }

  /** The longest. */
  public Long max() {
    return calls() == 0
        ? null
        : counted == null ? (Long) all.durations().max() : (Long) counted.max();
  }

  /** Calls by half octave: the first that has some, then the counts. */
  long[] halfOctaves() {
    if (quantile(0) == null) {
      return new long[0];
    }
    if (counted != null) {
      return counted.known().halfOctaves();
    }
    return all.durations().times().halfOctaves();
  }
}
