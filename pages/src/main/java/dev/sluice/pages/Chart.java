package dev.sluice.pages;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A chart with two axes and any number of series, each of its own kind. Series of the same name
 * have the same colour and one entry in the legend, e.g. a line and its intervals. For one thread.
 */
public final class Chart {
  private static final int PIXELS = 400;
  private static final int PIXELS_AROUND = 110;
  private static final int PIXELS_A_NAME = 30;

  /** Maximum number of names with wide spacing. */
  private static final int MAX_SPACED_NAMES = 16;

  private final String title;
  private final Axis x;
  private final Axis y;
  private final List<ScriptJson.Content> series = new ArrayList<>();
  private boolean sideways;

  /** Writes the data of a series. */
  private interface Data<T> {
    void write(T item, JsonGenerator json) throws IOException;
  }

  private Chart(String title, Axis x, Axis y) {
    this.title = title;
    this.x = x;
    this.y = y;
  }

  /** Returns a chart without series. */
  public static Chart of(String title, Axis x, Axis y) {
    return new Chart(title, x, y);
  }

  /** The first axis goes down and the second to the right: for many or long names. */
  public Chart sideways() {
    sideways = true;
    return this;
  }

  /** Points joined by a line, in the order of the list. */
  public Chart line(String name, List<Point> points) {
    return points("line", name, points);
  }

  /** Returns all single values behind the points of other series, small and grey. */
  public Chart values(String name, List<Point> points) {
    return points("values", name, points);
  }

  /** Points. */
  public Chart scatter(String name, List<Point> points) {
    return points("scatter", name, points);
  }

  private Chart points(String kind, String name, List<Point> points) {
    return add(
        kind,
        name,
        points,
        (point, json) -> {
          json.writeStartArray();
          ScriptJson.number(point.x(), json);
          ScriptJson.number(point.y(), json);
          if (point.note() != null) {
            json.writeString(point.note());
          }
          json.writeEndArray();
        });
  }

  /** Returns a bar for each name of the first axis, beside those of other series. */
  public Chart bars(String name, List<Double> values) {
    return add("bar", name, values, ScriptJson::number);
  }

  /** Returns a bar for each name of the first axis, on top of those of the series before. */
  public Chart stacked(String name, List<Double> values) {
    return add("stacked", name, values, ScriptJson::number);
  }

  /** Confidence intervals of the points of another series. */
  public Chart intervals(String name, List<Interval> intervals) {
    return add(
        "interval", name, intervals, (one, json) -> array(json, one.x(), one.low(), one.high()));
  }

  private <T> Chart add(String kind, String name, List<T> items, Data<T> data) {
    List<T> copy = List.copyOf(items);
    series.add(
        json -> {
          json.writeStartObject();
          json.writeStringField("kind", kind);
          json.writeStringField("name", name);
          json.writeArrayFieldStart("data");
          for (T item : copy) {
            data.write(item, json);
          }
          json.writeEndArray();
          json.writeEndObject();
        });
    return this;
  }

  private static void array(JsonGenerator json, double... values) throws IOException {
    json.writeStartArray();
    for (double value : values) {
      ScriptJson.number(value, json);
    }
    json.writeEndArray();
  }

  String title() {
    return title;
  }

  int pixels() {
    int names = Math.max(4, x.names().size());
    return sideways
        ? PIXELS_AROUND + (names > MAX_SPACED_NAMES ? PIXELS_A_NAME * 2 / 3 : PIXELS_A_NAME) * names
        : PIXELS;
  }

  /** Writes the data that {@code plot.js} draws. */
  void writeTo(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("title", title);
    json.writeBooleanField("sideways", sideways);
    axis("x", x, json);
    axis("y", y, json);
    json.writeArrayFieldStart("series");
    for (ScriptJson.Content one : series) {
      one.writeTo(json);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void axis(String field, Axis axis, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart(field);
    json.writeStringField("kind", axis.kind());
    json.writeStringField("title", axis.title());
    json.writeArrayFieldStart("names");
    for (String name : axis.names()) {
      json.writeString(name);
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
