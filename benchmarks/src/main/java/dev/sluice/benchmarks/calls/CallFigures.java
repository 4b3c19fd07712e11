package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.JsonRows;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Comparison;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Ratio;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Summary;
import dev.sluice.tools.recordings.Columns;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.JsonObject;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/** Asks results for the figures of a variant. */
public record CallFigures(Results results) {
  static final String STAGE = "stage";
  static final String PEER = "peer";

  /** The cell of a variant whose load is the same as that of all others. */
  static Cell cell(Variant variant) {
    return cell(variant.stage(), variant.peer());
  }

  static Cell cell(Setup stage, Peer peer) {
    return Cell.of(STAGE, stage, PEER, peer);
  }

  /** Columns that say what a cell is of. */
  static Columns<Cell> columns() {
    return Cell.columns(STAGE, PEER);
  }

  /** The median of the turns' ratios to the floor, with its interval. */
  public Ratio ratio(Cell cell, Metric overFloor) {
    List<List<Double>> turns = results.turns(cell, overFloor);
    return Ratio.of(
        turns, turns.stream().map(List::size).map(n -> Collections.nCopies(n, 1.0)).toList());
  }

  /** Response times beside those of the floor, by the turns that both took. */
  static List<Comparison> overFloor(Results results, Predicate<Cell> which) {
    CallFigures figures = new CallFigures(results);
    return List.of(
        Comparison.of(
            results,
            CallMetrics.RESPONSE,
            which,
            cell -> cell.with(STAGE, Setup.FLOOR.toString()).with(PEER, Peer.SLUICE.toString()),
            (cell, floor) ->
                results.has(cell, CallMetrics.OVER_FLOOR)
                    ? Optional.of(figures.ratio(cell, CallMetrics.OVER_FLOOR))
                    : Optional.empty()));
  }

  /** A percentile as a multiple of the floor's; NaN if there is none. */
  double overFloor(Cell cell, Metric metric, ToDoubleFunction<Summary> percentile) {
    Cell floor = cell(Setup.FLOOR, Peer.SLUICE);
    return results.has(cell, metric) && results.has(floor, metric)
        ? percentile.applyAsDouble(results.summary(cell, metric))
            / percentile.applyAsDouble(results.summary(floor, metric))
        : Double.NaN;
  }

  /** The sum of a count; 0 if nothing was counted. */
  public long sum(Cell cell, Metric metric) {
    return results.has(cell, metric) ? Math.round(results.summary(cell, metric).sum()) : 0;
  }

  /** That sum as text. */
  public String count(Cell cell, Metric metric) {
    return Figures.count(sum(cell, metric));
  }

  /** A figure of the response times as text. */
  public String time(Cell cell, ToDoubleFunction<Summary> of, int digits) {
    return Report.decimals(of.applyAsDouble(results.summary(cell, CallMetrics.RESPONSE)), digits);
  }

  /** The quartiles, the median and two high percentiles of the response times. */
  public <T> Columns<T> addQuantiles(Columns<T> columns, Function<T, Cell> cell) {
    return columns
        .with(">p25", row -> time(cell.apply(row), Summary::p25, 0))
        .with(">p50", row -> time(cell.apply(row), Summary::p50, 0))
        .with(">p75", row -> time(cell.apply(row), Summary::p75, 0))
        .with(">p99", row -> time(cell.apply(row), Summary::p99, 0))
        .with(">p99.9", row -> time(cell.apply(row), Summary::p999, 0));
  }

  /** The mean as text. */
  public String mean(Cell cell, Metric metric) {
    return Report.mean(results, cell, metric);
  }

  /** The interval of the mean as text. */
  public String interval(Cell cell, Metric metric, int digits) {
    Summary all = results.summary(cell, metric);
    return interval(all.low(), all.high(), digits);
  }

  /** The mean for programs, or null. */
  public BigDecimal rounded(Cell cell, Metric metric) {
    return JsonRows.rounded(results.mean(cell, metric), metric.digits() + 1);
  }

  /** Adds the quantiles in nanoseconds, with names made of theirs. */
  public static void putQuantiles(Summary of, UnaryOperator<String> name, JsonObject row) {
    of.quantiles()
        .forEach((q, value) -> row.put(name.apply(q + "Nanos"), JsonRows.rounded(value, 0)));
  }

  /** Adds a ratio with its interval, or nulls. */
  public static void putRatio(Optional<Ratio> ratio, String name, JsonObject row) {
    row.put(name, JsonRows.rounded(ratio.map(Ratio::median).orElse(null), 4))
        .put(name + "Low", JsonRows.rounded(ratio.map(Ratio::low).orElse(null), 4))
        .put(name + "High", JsonRows.rounded(ratio.map(Ratio::high).orElse(null), 4));
  }

  /** The interval of {@link #ratio} as text. */
  String ratioInterval(Cell cell, Metric overFloor) {
    Ratio ratio = ratio(cell, overFloor);
    return interval(ratio.low(), ratio.high(), 3);
  }

  private static String interval(double low, double high, int digits) {
    return Report.decimals(low, digits) + "–" + Report.decimals(high, digits);
  }
}
