package dev.sluice.benchmarks.frame;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.analyze.ChartCheck;
import dev.sluice.cli.analyze.ReportPage;
import dev.sluice.cli.analyze.ShownFigure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.assertj.core.api.SoftAssertions;

/**
 * Compares what the page of an experiment shows with the values in {@code results.jsonl}. Ends of
 * intervals, which are drawn by chance, are taken from {@code results.json}.
 */
final class BenchPageCheck {
  private static final double HISTOGRAM = 1.002; // of three digits
  private static final Pattern TIMES =
      Pattern.compile(
          "(.+?) ([\\d.,]+)(?: beside (.+?) [\\d.,]+)?, "
              + "(?:([\\d.,]+) times(?: (.+?) [\\d.,]+)?|no difference seen)"
              + "(?: \\(([\\d.,]+) to ([\\d.,]+)\\))?");

  private final ReportPage page;
  private final SoftAssertions soft;
  private final List<Measured> all = new ArrayList<>();

  /** All values of a metric in a cell, and the ends of the interval of their mean. */
  private static final class Measured {
    private final Map<String, String> labels = new LinkedHashMap<>();
    private final String metric;
    private final List<Double> values = new ArrayList<>();
    private Histogram events;
    private double low;
    private double high;

    private Measured(JsonNode sample) {
      sample
          .get("cell")
          .properties()
          .forEach(one -> labels.put(one.getKey(), one.getValue().asText()));
      metric = sample.get("metric").asText();
    }

    private double mean() {
      return values.stream().mapToDouble(one -> one).average().orElse(Double.NaN);
    }

    private double[] sorted() {
      return values.stream().mapToDouble(one -> one).sorted().toArray();
    }

    private long count() {
      return events == null ? values.size() : events.getTotalCount();
    }

    private String name(Map<String, String> common) {
      Map<String, String> own = new LinkedHashMap<>(labels);
      own.entrySet().removeAll(common.entrySet());
      return String.join(" ", (own.isEmpty() ? labels : own).values());
    }
  }

  BenchPageCheck(ReportPage page, Path folder, SoftAssertions soft) throws IOException {
    this.page = page;
    this.soft = soft;
    ObjectMapper mapper = new ObjectMapper();
    for (String line : Files.readAllLines(folder.resolve("results.jsonl"))) {
      for (JsonNode sample : mapper.readTree(line).path("samples")) {
        if (!sample.has("failure")) {
          add(sample);
        }
      }
    }
    page.model().forEach(this::interval);
  }

  private void add(JsonNode sample) {
    Measured added = new Measured(sample);
    Measured into =
        all.stream()
            .filter(one -> one.labels.equals(added.labels) && one.metric.equals(added.metric))
            .findFirst()
            .orElse(added);
    if (into == added) {
      all.add(added);
    }
    sample.get("values").forEach(value -> into.values.add(value.asDouble()));
    if (sample.has("histogram")) {
      Histogram more = histogram(sample.get("histogram").asText());
      if (into.events == null) {
        into.events = more;
      } else {
        into.events.add(more);
      }
    }
  }

  private static Histogram histogram(String text) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
      return Histogram.decodeFromCompressedByteBuffer(bytes, 0);
    } catch (DataFormatException e) {
      throw new AssertionError(e);
    }
  }

  /** Takes the interval of a row, which must contain the mean and be among the values. */
  private void interval(JsonNode row) {
    for (Measured one : all) {
      boolean isSame = one.metric.equals(row.path("metric").asText());
      for (Map.Entry<String, String> label : one.labels.entrySet()) {
        isSame &= label.getValue().equals(row.path(label.getKey()).asText());
      }
      if (isSame) {
        one.low = row.get("low95").asDouble();
        one.high = row.get("high95").asDouble();
        double[] sorted = one.sorted();
        double error = 1e-3 * Math.abs(one.mean()) + 1e-3;
        soft.assertThat(one.low)
            .as("interval of %s", row)
            .isBetween(sorted[0] - error, one.mean() + error);
        soft.assertThat(one.high)
            .as("interval of %s", row)
            .isBetween(one.mean() - error, sorted[sorted.length - 1] + error);
      }
    }
  }

  private static List<JsonNode> list(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  private List<JsonNode> tables(String head) {
    return list(page.run("shown.tables(document)")).stream()
        .filter(
            table -> list(table.get("heads")).stream().anyMatch(one -> one.asText().equals(head)))
        .toList();
  }

  private static String cell(JsonNode table, JsonNode row, String head) {
    return row.get(ReportPage.column(table, head)).get("text").asText();
  }

  private void figure(String what, String text, double least, double most) {
    soft.assertThat(ShownFigure.of(text).isOf(least, most))
        .as("%s: %s is shown, %s to %s is right", what, text, least, most)
        .isTrue();
  }

  private void figure(String what, String text, double right) {
    figure(what, text, right, right);
  }

  /** The table of all figures. */
  void all() {
    soft.assertThat(page.run("shown.bad()")).as("text").isEmpty();
    JsonNode table = tables("metric").get(0);
    List<Measured> shown = all.stream().filter(one -> !one.metric.equals("lost")).toList();
    soft.assertThat(table.get("rows").size()).isEqualTo(shown.size());
    for (JsonNode row : table.get("rows")) {
      Measured right =
          shown.stream()
              .filter(one -> cell(table, row, "metric").replaceAll(", .*", "").equals(one.metric))
              .filter(
                  one ->
                      one.labels.entrySet().stream()
                          .allMatch(
                              label -> cell(table, row, label.getKey()).equals(label.getValue())))
              .findFirst()
              .orElseThrow();
      statistics(table, row, right);
    }
  }

  private void statistics(JsonNode table, JsonNode row, Measured right) {
    String what = right.labels + " " + right.metric;
    figure(what, cell(table, row, "mean"), right.mean());
    figure(what + " n", cell(table, row, "n"), right.count());
    quantile(what, cell(table, row, "25 %"), right, 0.25);
    quantile(what, cell(table, row, "median"), right, 0.5);
    quantile(what, cell(table, row, "75 %"), right, 0.75);
    String p99 = cell(table, row, "99 %");
    soft.assertThat(p99.equals("-")).as(what + " " + p99).isEqualTo(right.count() < 100);
    quantile(what, p99, right, 0.99);
    String p999 = cell(table, row, "99.9 %");
    soft.assertThat(p999.equals("-")).as(what + " " + p999).isEqualTo(right.count() < 1_000);
    quantile(what, p999, right, 0.999);
    interval(what, cell(table, row, "95 %"), right);
    String lost = cell(table, row, "lost");
    double sum =
        all.stream()
            .filter(one -> one.metric.equals("lost") && one.labels.equals(right.labels))
            .flatMap(one -> one.values.stream())
            .mapToDouble(one -> one)
            .sum();
    soft.assertThat(lost.equals("-")).isEqualTo(sum == 0);
    if (!lost.equals("-")) {
      figure(what + " lost", lost, sum);
    }
  }

  private void interval(String what, String text, Measured right) {
    boolean isNone = right.low == right.high;
    soft.assertThat(text.equals("-")).as("%s, interval %s", what, text).isEqualTo(isNone);
    if (!isNone && !text.equals("-")) {
      String[] ends = text.split("–");
      figure(what, ends[0], right.low);
      figure(what, ends[1], right.high);
    }
  }

  /** A quantile between the values that are beside it; of events within their histogram. */
  private void quantile(String what, String text, Measured of, double part) {
    if (text.equals("-")) {
      return;
    }
    double[] sorted = of.sorted();
    if (of.events != null) {
      double right = of.events.getValueAtPercentile(100 * part);
      figure(what, text, right / HISTOGRAM, right * HISTOGRAM);
    } else {
      int at = (int) (part * sorted.length);
      double least = sorted[Math.max(0, at - 1)];
      figure(what + ", " + part, text, least, sorted[Math.min(sorted.length - 1, at + 1)]);
    }
  }

  private List<Measured> of(String metric) {
    return all.stream().filter(one -> one.metric.equals(metric)).toList();
  }

  private static Map<String, String> common(Collection<Measured> of) {
    Map<String, String> common = new LinkedHashMap<>(of.iterator().next().labels);
    of.forEach(one -> common.entrySet().retainAll(one.labels.entrySet()));
    return common;
  }

  /**
   * A comparison: its sentence, its picture and its table.
   *
   * @param title metric and unit
   * @param beside the cell that all are compared with; null if each has its own
   */
  void comparison(String title, String beside) {
    JsonNode table =
        tables("beside").stream()
            .filter(one -> one.get("heads").get(0).asText().equals(title))
            .findFirst()
            .orElseThrow();
    String metric = title.replaceAll(", .*", "");
    Map<String, Measured> byName = new LinkedHashMap<>();
    Set<String> used = new LinkedHashSet<>();
    for (JsonNode row : table.get("rows")) {
      used.add(cell(table, row, "beside"));
      used.add(cell(table, row, title));
    }
    Map<String, String> common = common(of(metric));
    of(metric).forEach(one -> byName.put(one.name(common), one));
    soft.assertThat(byName.keySet()).as("cells of %s", title).containsAll(used);
    for (JsonNode row : table.get("rows")) {
      Measured one = byName.get(cell(table, row, title));
      Measured other = byName.get(cell(table, row, "beside"));
      soft.assertThat(beside == null || other.name(common).equals(beside)).isTrue();
      figure(title, cell(table, row, "mean"), one.mean());
      figure(title, cell(table, row, "its mean"), other.mean());
      figure(title, cell(table, row, "times"), one.mean() / other.mean());
      figure(title, cell(table, row, "n"), one.count());
      ends(title, cell(table, row, "from"), cell(table, row, "to"), one, other);
      boolean isMore = one.low > other.high;
      boolean isLess = one.high < other.low;
      soft.assertThat(cell(table, row, "difference"))
          .isEqualTo(isMore ? "▲ more" : isLess ? "▼ less" : "≈ no difference seen");
    }
    long unseen =
        list(table.get("rows")).stream()
            .filter(row -> cell(table, row, "difference").startsWith("≈"))
            .count();
    sentence(title, beside, byName, unseen);
    picture(metric, used.stream().map(byName::get).toList(), List.copyOf(used));
  }

  private void ends(String what, String from, String to, Measured one, Measured other) {
    double least = one.low / other.high;
    double most = one.high / other.low;
    figure(what + " from", from, least * 0.999, least * 1.001);
    figure(what + " to", to, most * 0.999, most * 1.001);
  }

  private void sentence(String title, String beside, Map<String, Measured> byName, long unseen) {
    String said =
        list(page.run("shown.lines('ul.lead li')")).stream()
            .map(JsonNode::asText)
            .filter(text -> text.startsWith(title))
            .findFirst()
            .orElseThrow();
    String body = said.substring(said.indexOf(": ") + 2);
    int told = 0;
    for (String part : body.split("; ")) {
      if (part.contains("lie between")) {
        soft.assertThat(part).contains(" %d of all show no difference".formatted(unseen));
      }
      Matcher found = TIMES.matcher(part.replaceAll("\\.$", ""));
      if (found.matches()) {
        told++;
        String against = found.group(3) != null ? found.group(3) : found.group(5);
        Measured one = byName.get(found.group(1));
        Measured other = byName.get(against == null ? beside : against);
        soft.assertThat(other).as("what is compared in: %s", part).isNotNull();
        soft.assertThat(one).as("what is compared in: %s", part).isNotNull();
        if (one != null && other != null) {
          figure(part, found.group(2), one.mean());
          soft.assertThat(found.group(4) != null)
              .as(part)
              .isEqualTo(one.low > other.high || one.high < other.low);
          if (found.group(4) != null) {
            figure(part, found.group(4), one.mean() / other.mean());
          }
          if (found.group(6) != null) {
            ends(part, found.group(6), found.group(7), one, other);
          }
        }
      }
    }
    soft.assertThat(told).as("told in: %s", said).isPositive();
  }

  private void picture(String metric, List<Measured> cells, List<String> names) {
    List<double[]> values = new ArrayList<>();
    List<double[]> means = new ArrayList<>();
    List<double[]> intervals = new ArrayList<>();
    for (Measured one : cells) {
      int at = means.size();
      if (one.values.size() > 1) {
        one.values.forEach(value -> values.add(new double[] {at, value}));
      }
      means.add(new double[] {at, one.mean()});
      if (one.low < one.high) {
        intervals.add(new double[] {at, one.low, one.high});
      }
    }
    String title = metric + ": all values, mean and its 95 % interval";
    JsonNode drawn = ChartCheck.titled(page.run("shown.charts()"), title);
    new ChartCheck(soft, drawn, names, true).marks(values).intervals(intervals).marks(means).done();
    JsonNode table = ReportPage.table(page.run("shown.tables(document)"), title);
    ChartCheck.table(soft, table, List.of(values, intervals, means));
  }

  /** A chart with a line for each value of a label, of means by chunk. */
  void lines(String title, String metric, String label, Predicate<Map<String, String>> some) {
    JsonNode drawn = ChartCheck.titled(page.run("shown.charts()"), title);
    ChartCheck chart = new ChartCheck(soft, drawn, List.of(), false);
    Map<String, List<double[]>> lines = new LinkedHashMap<>();
    for (Measured one : of(metric)) {
      if (some.test(one.labels)) {
        lines
            .computeIfAbsent(one.labels.get(label), absent -> new ArrayList<>())
            .add(new double[] {Double.parseDouble(one.labels.get("chunk")), one.mean()});
      }
    }
    lines.values().forEach(chart::marks);
    chart.done();
  }

  /** What could not be measured, below the sentences. */
  void failures(List<String> right) {
    List<String> said =
        list(page.run("shown.lines('ul.lead li')")).stream().map(JsonNode::asText).toList();
    right.forEach(one -> soft.assertThat(said).contains("▲ " + one));
  }

  /** A figure of a paper beside ours. */
  void published(String what, String theirs, String metric, List<String> labels) {
    JsonNode table = tables("published in").get(0);
    JsonNode row = table.get("rows").get(0);
    Measured ours =
        of(metric).stream()
            .filter(one -> List.copyOf(one.labels.values()).equals(labels))
            .findFirst()
            .orElseThrow();
    soft.assertThat(cell(table, row, "what")).isEqualTo(what);
    soft.assertThat(cell(table, row, "there")).isEqualTo(theirs);
    figure("beside a paper", cell(table, row, "here"), ours.mean());
  }
}
