package dev.sluice.cli.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.analyze.RecordedRequests.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;

/** Compares the heat map of a page, its axes and its table with records. */
final class HeatMapCheck {
  private static final double HALF_OCTAVE = Math.sqrt(2);
  private static final double PIXEL = 1;

  private final ReportPageCheck check;
  private final JsonNode model;
  private final SoftAssertions soft;

  HeatMapCheck(ReportPageCheck check, JsonNode model, SoftAssertions soft) {
    this.check = check;
    this.model = model;
    this.soft = soft;
  }

  /** The kind that the heat map says it is of; null for all. */
  static String kindOf(JsonNode heat) {
    String said = heat.get("label").asText().replaceAll("Latency heat map of (.*?): .*", "$1");
    return said.equals("All requests") ? null : said;
  }

  /** The cells of the heat map, where they are drawn, and the labels of its axes. */
  void heat(JsonNode heat) {
    String label = kindOf(heat);
    JsonNode grid = model.get("heat");
    double width = grid.get("width").asDouble();
    double from = Long.parseLong(model.get("begin").asText()) + grid.get("from").asDouble();
    Map<List<Integer>, Integer> right = new HashMap<>();
    for (Request request : check.requests(true, one -> check.isOf(one, label))) {
      int slot = (int) Math.floor((request.begin() - from) / width);
      int level = (int) Math.floor(2 * Math.log(Math.max(1, request.nanos())) / Math.log(2) + 1e-9);
      right.merge(List.of(slot, level), 1, Integer::sum);
    }
    cells(heat, right);
  }

  /** The same with requests by slot of time and half octave of the duration. */
  void cells(JsonNode heat, Map<List<Integer>, Integer> right) {
    Line time = new Line();
    Line duration = new Line();
    for (JsonNode text : heat.get("labels")) {
      String words = text.get("text").asText();
      if (text.get("anchor").asText().equals("middle")) {
        time.add(seconds(words), text.get("x").asDouble());
      } else if (words.matches("[\\d.]+ (ns|µs|ms|s|min|h|d)")) {
        duration.add(Math.log(ShownFigure.of(words).middle()), text.get("y").asDouble() - 4);
      }
    }
    soft.assertThat(heat.get("cells").size()).as("cells that are drawn").isEqualTo(right.size());
    soft.assertThat(time.error()).as("labels of time, pixels").isLessThan(PIXEL);
    soft.assertThat(duration.error()).as("labels of duration, pixels").isLessThan(PIXEL);
    if (duration.size() > 1) {
      places(heat, duration, right);
    }
    levels(heat, right);
  }

  private void places(JsonNode heat, Line duration, Map<List<Integer>, Integer> right) {
    double left = heat.get("frame").get(0).asDouble();
    double each = heat.get("frame").get(2).asDouble() / model.get("heat").get("slots").asInt();
    for (JsonNode cell : heat.get("cells")) {
      int slot = (int) Math.round((cell.get(1).asDouble() - left) / each);
      double low = duration.at(cell.get(2).asDouble() + cell.get(4).asDouble());
      int level = (int) Math.round(2 * low / Math.log(2));
      soft.assertThat(right)
          .as("a request of slot %s, %s half octaves", slot, level)
          .matches(
              cells ->
                  cells.keySet().stream().anyMatch(at -> at.get(0) == slot && at.get(1) == level));
    }
  }

  /** Darker cells have more requests. */
  private void levels(JsonNode heat, Map<List<Integer>, Integer> right) {
    List<Integer> drawn = new ArrayList<>();
    heat.get("cells").forEach(cell -> drawn.add(cell.get(0).asInt()));
    int most = right.values().stream().max(Integer::compare).orElse(1);
    List<Integer> wanted = new ArrayList<>();
    for (int n : right.values()) {
      double part = Math.log(n) / Math.log(Math.max(2, most));
      wanted.add(1 + (int) Math.floor(7.999 * part));
    }
    drawn.sort(null);
    wanted.sort(null);
    soft.assertThat(drawn).as("shades of cells").isEqualTo(wanted);
  }

  private static double seconds(String clock) {
    String[] parts = clock.split(":");
    return 3600 * Double.parseDouble(parts[0])
        + 60 * Double.parseDouble(parts[1])
        + Double.parseDouble(parts[2]);
  }

  /** The table of the heat map. */
  void heatTable(JsonNode table, String label) {
    JsonNode grid = model.get("heat");
    double width = grid.get("width").asDouble();
    double from = Long.parseLong(model.get("begin").asText()) + grid.get("from").asDouble();
    int slots = grid.get("slots").asInt();
    int step = (slots + 23) / 24;
    int number = 0;
    for (JsonNode row : table.get("rows")) {
      int first = step * number++;
      double low = from + first * width;
      List<Request> of =
          check.requests(
              true,
              one ->
                  check.isOf(one, label) && one.begin() >= low && one.begin() < low + step * width);
      String[] cells = ReportPageCheck.texts(row);
      check.about("requests from " + cells[0], cells[1], of.size());
      if (!of.isEmpty()) {
        check.quantile("p50 from " + cells[0], cells[2], of, 0.5, HALF_OCTAVE);
        check.quantile("p99 from " + cells[0], cells[3], of, 0.99, HALF_OCTAVE);
      }
      check.about("failed from " + cells[0], cells[4], ReportPageCheck.failed(of));
    }
    soft.assertThat(number).isEqualTo((slots + step - 1) / step);
  }

  /** Labels that should be on a straight line. */
  private static final class Line {
    private final List<double[]> points = new ArrayList<>();

    void add(double value, double place) {
      points.add(new double[] {value, place});
    }

    int size() {
      return points.size();
    }

    /** The value at a place. */
    double at(double place) {
      double[] first = points.get(0);
      double[] last = points.get(points.size() - 1);
      return first[0] + (place - first[1]) * (last[0] - first[0]) / (last[1] - first[1]);
    }

    /** How far the worst label is from the line through the first and the last. */
    double error() {
      double worst = 0;
      if (points.size() > 2) {
        double[] first = points.get(0);
        double[] last = points.get(points.size() - 1);
        double each = (last[1] - first[1]) / (last[0] - first[0]);
        for (double[] point : points) {
          worst = Math.max(worst, Math.abs(first[1] + each * (point[0] - first[0]) - point[1]));
        }
      }
      return worst;
    }
  }
}
