package dev.sluice.benchmarks.frame;

import static dev.sluice.benchmarks.frame.Report.decimals;

import dev.sluice.pages.Axis;
import dev.sluice.pages.Chart;
import dev.sluice.pages.Interval;
import dev.sluice.pages.Page;
import dev.sluice.pages.Point;
import dev.sluice.tools.recordings.Columns;
import dev.sluice.tools.recordings.Figures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A metric in several cells, each beside the cell it is compared with: what a page begins with. */
public final class Comparison {
  /** So many rows are told in a sentence; of more the ends. */
  private static final int TOLD = 6;

  /** The ranges of fewer values often lie apart by chance: of three each, one time in ten. */
  private static final int FEW = 4;

  /** Of more values of a cell as many are drawn. */
  private static final int DRAWN = 60;

  /** Values further apart are drawn by powers of ten. */
  private static final double FAR = 50;

  private static final String UNSEEN = "no difference seen";

  private final Results results;
  private final Metric metric;
  private final List<Row> rows;

  /** A cell, what it is compared with, and how many times as much it has. */
  private record Row(Cell cell, Cell against, Ratio ratio) {
    boolean isSeen() {
      return ratio.low() > 1 || ratio.high() < 1;
    }
  }

  private Comparison(Results results, Metric metric, List<Row> rows) {
    this.results = results;
    this.metric = metric;
    this.rows = rows;
  }

  /** Of all cells with the first that was measured. */
  public static Comparison of(Results results, Metric metric) {
    List<Cell> cells = results.cells(cell -> results.has(cell, metric));
    return of(results, metric, cell -> true, cell -> cells.get(0));
  }

  /** Of all cells with the one that differs in this label alone, whose value is this. */
  public static Comparison of(Results results, Metric metric, String label, String value) {
    return of(results, metric, cell -> true, cell -> cell.with(label, value));
  }

  /**
   * Of those cells that fit with what each is compared with. Each ratio is that of the means; its
   * ends are those of both intervals, crosswise, so that it leaves out 1 only if they do not
   * overlap.
   */
  public static Comparison of(
      Results results, Metric metric, Predicate<Cell> which, UnaryOperator<Cell> against) {
    return of(
        results,
        metric,
        which,
        against,
        (cell, other) -> {
          Summary a = results.summary(cell, metric);
          Summary b = results.summary(other, metric);
          return Optional.of(
              new Ratio(a.mean() / b.mean(), a.low() / b.high(), a.high() / b.low()));
        });
  }

  /** The same with ratios of another kind, as of the turns that both took together. */
  public static Comparison of(
      Results results,
      Metric metric,
      Predicate<Cell> which,
      UnaryOperator<Cell> against,
      BiFunction<Cell, Cell, Optional<Ratio>> ratio) {
    List<Row> rows = new ArrayList<>();
    for (Cell cell : results.cells(which.and(cell -> results.has(cell, metric)))) {
      Cell other = against.apply(cell);
      // There is no ratio to nothing, or to what may be less than that.
      if (other != null
          && !cell.equals(other)
          && results.has(other, metric)
          && results.summary(other, metric).low() > 0) {
        ratio.apply(cell, other).ifPresent(times -> rows.add(new Row(cell, other, times)));
      }
    }
    return new Comparison(results, metric, rows);
  }

  /** Whether there is nothing that could be compared. */
  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** What it comes to; of many rows the ends, and how many show no difference. */
  String sentence() {
    boolean isOne = rows.stream().map(Row::against).distinct().count() == 1;
    List<Row> sorted =
        rows.stream().sorted(Comparator.comparingDouble(row -> -row.ratio.median())).toList();
    List<Row> told =
        sorted.size() <= TOLD ? sorted : List.of(sorted.get(0), sorted.get(rows.size() - 1));
    String common = String.join(" ", common().values());
    String more =
        rows.size() == told.size()
            ? ""
            : "; the other %d lie between, %d of all show no difference"
                .formatted(
                    rows.size() - told.size(), rows.stream().filter(row -> !row.isSeen()).count());
    return metric
        + (common.isEmpty() ? "" : " (" + common + ")")
        + (isOne ? " beside " + other(rows.get(0)) : "")
        + ": "
        + told.stream().map(row -> text(row, isOne)).collect(Collectors.joining("; "))
        + more
        + basis()
        + ".";
  }

  private String text(Row row, boolean isOne) {
    String head = name(row.cell) + " " + value(row.cell);
    String beside = isOne ? "" : " " + other(row);
    String spread =
        row.ratio.low() == row.ratio.high()
            ? ""
            : " (%s to %s)".formatted(times(row.ratio.low()), times(row.ratio.high()));
    return row.isSeen()
        ? head + ", " + times(row.ratio.median()) + " times" + beside + spread
        : head + (isOne ? ", " : " beside" + beside + ", ") + UNSEEN + spread;
  }

  private String other(Row row) {
    return "%s %s".formatted(name(row.against), value(row.against));
  }

  /** From how few values it is, if they are few: there is no spread of one. */
  private String basis() {
    int fewest =
        rows.stream()
            .flatMap(row -> Stream.of(row.cell, row.against))
            .mapToInt(cell -> results.values(cell, metric).length)
            .min()
            .orElse(0);
    return fewest == 1
        ? "; by one value each"
        : fewest > 0 && fewest < FEW ? "; by " + fewest + " values only" : "";
  }

  private String value(Cell cell) {
    return decimals(results.mean(cell, metric), metric.digits());
  }

  /** The labels that are alike in all cells. */
  private Map<String, String> common() {
    Map<String, String> common = new LinkedHashMap<>(rows.get(0).cell.labels());
    for (Row row : rows) {
      common.entrySet().retainAll(row.cell.labels().entrySet());
      common.entrySet().retainAll(row.against.labels().entrySet());
    }
    return common;
  }

  /** What a cell is called beside the others. */
  private String name(Cell cell) {
    Map<String, String> own = new LinkedHashMap<>(cell.labels());
    own.entrySet().removeAll(common().entrySet());
    return own.isEmpty() ? cell.toString() : String.join(" ", own.values());
  }

  private static String times(double ratio) {
    return decimals(ratio, ratio < 0.095 ? 3 : 2);
  }

  /** Adds its picture and its table. */
  void add(Page page) {
    Set<Cell> cells = new LinkedHashSet<>();
    rows.forEach(row -> cells.addAll(List.of(row.against, row.cell)));
    page.chart(chart(results, metric, cells, this::name))
        .table(columns().headers(), columns().rows(rows));
  }

  private Columns<Row> columns() {
    return new Columns<Row>()
        .with(metric.toString(), row -> name(row.cell))
        .with(">mean", row -> value(row.cell))
        .with(">95 %", row -> Report.interval(results, row.cell, metric))
        .with("beside", row -> name(row.against))
        .with(">its mean", row -> value(row.against))
        .with(">times", row -> times(row.ratio.median()))
        .with(">from", row -> times(row.ratio.low()))
        .with(">to", row -> times(row.ratio.high()))
        .with(">n", row -> Figures.count(results.summary(row.cell, metric).count()))
        .with(
            "difference",
            row -> row.isSeen() ? row.ratio.median() > 1 ? "▲ more" : "▼ less" : "≈ " + UNSEEN);
  }

  /** All values of a metric, their means and their intervals, of those cells that have it. */
  public static Chart chart(Results results, Metric metric, Collection<Cell> cells) {
    return chart(results, metric, cells, Cell::toString);
  }

  private static Chart chart(
      Results results, Metric metric, Collection<Cell> cells, Function<Cell, String> name) {
    List<String> names = new ArrayList<>();
    List<Point> values = new ArrayList<>();
    List<Point> means = new ArrayList<>();
    List<Interval> intervals = new ArrayList<>();
    for (Cell cell : cells.stream().filter(one -> results.has(one, metric)).toList()) {
      int at = names.size();
      Summary all = results.summary(cell, metric);
      double[] single = results.values(cell, metric);
      int step = Math.max(1, single.length / DRAWN);
      for (int i = 0; single.length > 1 && i < single.length; i += step) {
        values.add(Point.of(at, single[i]));
      }
      means.add(Point.of(at, all.mean()));
      if (all.low() < all.high()) {
        intervals.add(new Interval(at, all.low(), all.high()));
      }
      names.add(name.apply(cell));
    }
    double least =
        Stream.concat(values.stream(), means.stream()).mapToDouble(Point::y).min().orElse(0);
    double most = means.stream().mapToDouble(Point::y).max().orElse(0);
    boolean isFar = least > 0 && most / least > FAR;
    String title = metric.toString();
    String mean = "mean, 95 %";
    return Chart.of(
            metric.name() + ": all values, mean and its 95 % interval",
            Axis.names("", names),
            isFar ? Axis.log(title) : Axis.linear(title))
        .sideways()
        .values("values", values)
        .intervals(mean, intervals)
        .scatter(mean, means);
  }
}
