package dev.sluice.benchmarks.frame;

import dev.sluice.benchmarks.JsonRows;
import dev.sluice.pages.Chart;
import dev.sluice.pages.Page;
import dev.sluice.pages.Point;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.JsonObject;
import java.io.PrintStream;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** How results are told unless an experiment knows better. */
public final class Report {
  /** The field of a JSON object that tells why there are no figures. */
  public static final String NOT_MEASURED = "notMeasured";

  private static final String NOTHING = "-";

  /** With fewer values a percentile would be the largest of them. */
  private static final int FOR_P99 = 100;

  private static final int FOR_P999 = 1_000;

  /** So many comparisons have sentences at the head of a page. */
  private static final int LEADING = 3;

  private static final List<String> STATISTICS =
      List.of(">mean", ">95 %", ">25 %", ">median", ">75 %", ">99 %", ">99.9 %", ">n", ">lost");

  private Report() {}

  /** A number with that many decimal places, or {@code -}. */
  public static String decimals(double value, int digits) {
    return Double.isFinite(value)
        ? String.format(Locale.ROOT, "%,." + digits + "f", value)
        : NOTHING;
  }

  /** The mean of a metric in a cell as text, or {@code -} if it was not measured. */
  public static String mean(Results results, Cell cell, Metric metric) {
    return results.has(cell, metric)
        ? decimals(results.summary(cell, metric).mean(), metric.digits())
        : NOTHING;
  }

  /** The 95 % interval of that mean as text, or {@code -} if it was not measured. */
  public static String interval(Results results, Cell cell, Metric metric) {
    if (!results.has(cell, metric)) {
      return NOTHING;
    }
    Summary all = results.summary(cell, metric);
    return decimals(all.low(), metric.digits()) + "–" + decimals(all.high(), metric.digits());
  }

  /** A row for each metric of each cell. */
  static void print(Results results, PrintStream out) {
    all(results).printUntitled(out);
  }

  static void printPublished(List<Published> published, PrintStream out) {
    if (!published.isEmpty()) {
      beside(published).printUntitled(out);
    }
  }

  private static Section beside(List<Published> published) {
    return new Section(
        "Beside what was published",
        List.of("published in", "what", ">there", ">here"),
        published.stream().map(p -> List.of(p.source(), p.what(), p.theirs(), p.ours())).toList());
  }

  private static Section all(Results results) {
    Set<String> labels = new LinkedHashSet<>();
    results.cells().forEach(cell -> labels.addAll(cell.labels().keySet()));
    List<String> headers = new ArrayList<>(labels);
    headers.add("metric");
    headers.addAll(STATISTICS);
    List<List<String>> rows = new ArrayList<>();
    results.forEach(
        (cell, metric) -> {
          List<String> row = new ArrayList<>();
          labels.forEach(name -> row.add(cell.get(name)));
          row.add(metric.toString());
          row.addAll(statistics(results, cell, metric));
          rows.add(row);
        });
    return new Section("All figures", headers, rows);
  }

  private static List<String> statistics(Results results, Cell cell, Metric metric) {
    Summary all = results.summary(cell, metric);
    int digits = metric.digits();
    List<String> texts = new ArrayList<>();
    texts.add(decimals(all.mean(), digits));
    if (all.isSingle()) {
      texts.addAll(List.of(NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING));
    } else {
      texts.add(
          all.low() == all.high()
              ? NOTHING
              : decimals(all.low(), digits) + "–" + decimals(all.high(), digits));
      for (double value : new double[] {all.p25(), all.p50(), all.p75()}) {
        texts.add(decimals(value, digits));
      }
      texts.add(all.count() < FOR_P99 ? NOTHING : decimals(all.p99(), digits));
      texts.add(all.count() < FOR_P999 ? NOTHING : decimals(all.p999(), digits));
    }
    texts.add(Figures.count(all.count()));
    texts.add(results.has(cell, Metric.LOST) ? Figures.count(lost(results, cell)) : NOTHING);
    return texts;
  }

  static List<JsonObject> json(Results results) {
    List<JsonObject> rows = new ArrayList<>();
    results.forEach((cell, metric) -> rows.add(json(results, cell, metric)));
    results.failures().forEach(f -> rows.add(json(f.cell()).put(NOT_MEASURED, f.reason())));
    return rows;
  }

  private static JsonObject json(Results results, Cell cell, Metric metric) {
    Summary all = results.summary(cell, metric);
    int digits = metric.digits() + 3;
    JsonObject row =
        json(cell)
            .put("metric", metric.name())
            .put("unit", metric.unit())
            .put("count", all.count())
            .put("mean", JsonRows.rounded(all.mean(), digits))
            .put("low95", JsonRows.rounded(all.low(), digits))
            .put("high95", JsonRows.rounded(all.high(), digits));
    all.quantiles().forEach((name, value) -> row.put(name, JsonRows.rounded(value, digits)));
    return results.has(cell, Metric.LOST) ? row.put("lost", lost(results, cell)) : row;
  }

  private static JsonObject json(Cell cell) {
    JsonObject row = new JsonObject();
    cell.labels().forEach(row::put);
    return row;
  }

  private static long lost(Results results, Cell cell) {
    return Math.round(results.summary(cell, Metric.LOST).sum());
  }

  /** A page that begins with what was found. */
  static Page page(String name, About about, Results results, List<Comparison> comparisons) {
    Page page = Page.titled("Sluice, bench " + name).paragraph(about.what());
    List<Comparison> found = comparisons.stream().filter(one -> !one.isEmpty()).toList();
    page.items(
        found.stream().limit(LEADING).map(Comparison::sentence).toList(),
        results.failures().stream().map(Results.Failure::toString).toList());
    if (!found.isEmpty()) {
      page.heading("Comparison");
      found.forEach(one -> one.add(page));
    }
    return page;
  }

  /** What was done and where, at the end of a page. */
  static void method(About about, List<String> notes, String command, Page page) {
    page.heading("Method");
    if (!about.rebuilds().equals(NOTHING)) {
      page.paragraph("Rebuilds " + about.rebuilds() + ".");
    }
    notes.forEach(page::paragraph);
    page.paragraph(
        "95 % is the interval of the mean: a bootstrap over steps (mostly JVMs) and then over the"
            + " turns of each. A ratio goes from the low end of one interval by the high end of the"
            + " other to the opposite; where these overlap no difference is seen, which does not say"
            + " that there is none. Percentiles are those of single events where these were counted;"
            + " 99 % and 99.9 % are left out where there are fewer than 100 and 1,000 values.");
    page.heading("Machine");
    Machine.lines().forEach(page::paragraph);
    page.paragraph("Measured on " + LocalDate.now() + ".");
    page.heading("Command").lines(command);
  }

  /** All statistics of all cells. */
  static void figures(Results results, Page page) {
    all(results).add(page);
  }

  /** Adds a line for each name, of the means of some cells over their label {@code x}. */
  public static Chart lines(
      Chart chart,
      Results results,
      Predicate<Cell> some,
      Metric metric,
      Function<Cell, String> name,
      String x) {
    Map<String, List<Point>> lines = new LinkedHashMap<>();
    for (Cell cell : results.cells(some.and(cell -> results.has(cell, metric)))) {
      double mean = results.summary(cell, metric).mean();
      lines
          .computeIfAbsent(name.apply(cell), absent -> new ArrayList<>())
          .add(Point.of(Double.parseDouble(cell.get(x)), mean));
    }
    lines.forEach(chart::line);
    return chart;
  }

  static void published(List<Published> published, Page page) {
    if (!published.isEmpty()) {
      beside(published).add(page);
    }
  }
}
