package dev.sluice.cli.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;

/**
 * Compares what a chart of a page draws with the figures that it should draw: labels of each axis
 * and all marks must be on one scale, linear or logarithmic.
 */
public final class ChartCheck {
  private static final double PIXELS = 2;
  private static final double DATA = 1e-4; // by which files with what is right are rounded

  private final SoftAssertions soft;
  private final JsonNode chart;
  private final List<String> names;
  private final boolean isSideways;
  private final List<double[]> places = new ArrayList<>();
  private final List<double[]> values = new ArrayList<>();
  private int series;

  /**
   * Creates a check.
   *
   * @param chart what {@code shown.charts()} says of it
   * @param names of the places; empty if places are numbers
   * @param isSideways whether places go down and values to the right
   */
  public ChartCheck(SoftAssertions soft, JsonNode chart, List<String> names, boolean isSideways) {
    this.soft = soft;
    this.chart = chart;
    this.names = names;
    this.isSideways = isSideways;
    labels(isSideways ? "across" : "down", values);
    if (names.isEmpty()) {
      labels("across", places);
    }
  }

  /** The chart with that title. */
  public static JsonNode titled(JsonNode charts, String title) {
    for (JsonNode chart : charts) {
      if (chart.get("title").asText().equals(title)) {
        return chart;
      }
    }
    throw new AssertionError("no chart " + title);
  }

  private void labels(String axis, List<double[]> into) {
    for (JsonNode label : chart.get(axis)) {
      double value = ShownFigure.of(label.get(1).asText()).middle();
      into.add(new double[] {value, label.get(0).asDouble()});
    }
  }

  private String title() {
    return chart.get("title").asText();
  }

  private JsonNode next(String kind) {
    JsonNode one = chart.get("series").path(series++);
    soft.assertThat(one.path(kind).isArray()).as("series %s of %s", series, title()).isTrue();
    return one.path(kind);
  }

  /** The next series has a mark for each place and value, in this order. */
  public ChartCheck marks(List<double[]> right) {
    return pairs(next("marks"), right);
  }

  /** The next series is a line through these places and values. */
  public ChartCheck line(List<double[]> right) {
    return pairs(next("line"), right);
  }

  private ChartCheck pairs(JsonNode drawn, List<double[]> right) {
    soft.assertThat(drawn.size())
        .as("points of series %s, %s", series, title())
        .isEqualTo(right.size());
    for (int i = 0; i < Math.min(drawn.size(), right.size()); i++) {
      pair(drawn.get(i), right.get(i)[0], right.get(i)[1]);
    }
    return this;
  }

  private void pair(JsonNode point, double place, double value) {
    double across = point.get(0).asDouble();
    double down = point.get(1).asDouble();
    double at = isSideways ? down : across;
    values.add(new double[] {value, isSideways ? across : down});
    if (names.isEmpty()) {
      places.add(new double[] {place, at});
    } else {
      soft.assertThat(named(at)).as("place %s of %s", place, title()).isEqualTo((int) place);
    }
  }

  /** Which of the names is nearest; the page writes a long one in part. */
  private int named(double at) {
    JsonNode labels = chart.get(isSideways ? "down" : "across");
    int best = 0;
    for (int i = 0; i < labels.size(); i++) {
      boolean isNearer =
          Math.abs(labels.get(i).get(0).asDouble() - at)
              < Math.abs(labels.get(best).get(0).asDouble() - at);
      best = isNearer ? i : best;
    }
    String name = labels.get(best).get(1).asText().replaceAll("\\s+", " ");
    String begin = name.replaceAll("…$", "");
    soft.assertThat(names.get(best).replaceAll("\\s+", " ")).as(title()).startsWith(begin);
    soft.assertThat(labels.size()).as("names of %s", title()).isEqualTo(names.size());
    return best;
  }

  /** The next series has an interval for each place, low and high end. */
  public ChartCheck intervals(List<double[]> right) {
    JsonNode drawn = next("ranges");
    soft.assertThat(drawn.size()).as("intervals of %s", title()).isEqualTo(right.size());
    for (int i = 0; i < Math.min(drawn.size(), right.size()); i++) {
      pair(drawn.get(i).get(0), right.get(i)[0], right.get(i)[1]);
      pair(drawn.get(i).get(1), right.get(i)[0], right.get(i)[2]);
    }
    return this;
  }

  /** All that was compared is on the scales that the labels say, and nothing else is drawn. */
  public void done() {
    soft.assertThat(chart.get("series").size()).as("series of %s", title()).isEqualTo(series);
    soft.assertThat(error(values)).as("values of %s, pixels", title()).isLessThan(PIXELS);
    soft.assertThat(error(places)).as("places of %s, pixels", title()).isLessThan(PIXELS);
  }

  /** How far the worst point is from the scale through the least and the greatest label. */
  private static double error(List<double[]> points) {
    double[] all = points.stream().mapToDouble(point -> point[0]).toArray();
    boolean isPositive = DoubleStream.of(all).allMatch(value -> value > 0);
    double linear = straight(points);
    return isPositive
        ? Math.min(linear, straight(points.stream().map(ChartCheck::logarithm).toList()))
        : linear;
  }

  private static double[] logarithm(double[] point) {
    return new double[] {Math.log(point[0]), point[1]};
  }

  private static double straight(List<double[]> points) {
    if (points.size() < 2) {
      return 0;
    }
    double[] low = points.stream().min((a, b) -> Double.compare(a[0], b[0])).orElseThrow();
    double[] high = points.stream().max((a, b) -> Double.compare(a[0], b[0])).orElseThrow();
    double each = high[0] == low[0] ? 0 : (high[1] - low[1]) / (high[0] - low[0]);
    return points.stream()
        .mapToDouble(point -> Math.abs(low[1] + each * (point[0] - low[0]) - point[1]))
        .max()
        .orElse(0);
  }

  /** The table beside the chart: in each row the series, the place, and the figures. */
  public static void table(SoftAssertions soft, JsonNode table, List<List<double[]>> series) {
    List<double[]> right = series.stream().flatMap(List::stream).toList();
    soft.assertThat(table.get("rows").size())
        .as("rows of %s", table.get("caption"))
        .isEqualTo(right.size());
    for (int i = 0; i < Math.min(right.size(), table.get("rows").size()); i++) {
      JsonNode row = table.get("rows").get(i);
      List<String> shown = Stream.of(row.get(2).get("text").asText().split(", ")).toList();
      double[] figures = Arrays.copyOfRange(right.get(i), 1, right.get(i).length);
      for (int k = 0; k < figures.length; k++) {
        double error = DATA * Math.abs(figures[k]);
        soft.assertThat(ShownFigure.of(shown.get(k)).isOf(figures[k] - error, figures[k] + error))
            .as("%s: %s is right", row, figures[k])
            .isTrue();
      }
    }
  }
}
