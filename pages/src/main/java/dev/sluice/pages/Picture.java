package dev.sluice.pages;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;

/**
 * A picture that is no chart with two axes. Numbers and texts of an item are given in the order
 * that its factory names. For any thread.
 */
public final class Picture {
  private static final int PIXELS = 560;

  private final String title;
  private final ScriptJson.Content content;

  private Picture(String title, ScriptJson.Content content) {
    this.title = title;
    this.content = content;
  }

  /**
   * A flame graph, the root on top; a click shows one node and what it calls.
   *
   * @param nodes caller's index, name, total and self nanoseconds, calls, failures; callers first
   */
  public static Picture flame(String title, List<List<?>> nodes) {
    return new Picture(
        title,
        json -> {
          json.writeStringField("picture", "flame");
          items("nodes", nodes, json);
        });
  }

  /**
   * A directed graph that can be dragged and zoomed.
   *
   * @param nodes short name, full name, calls
   * @param edges indexes of two nodes, calls, median and 99th percentile in nanoseconds
   */
  public static Picture graph(String title, List<List<?>> nodes, List<List<?>> edges) {
    return new Picture(
        title,
        json -> {
          json.writeStringField("picture", "graph");
          items("nodes", nodes, json);
          items("edges", edges, json);
        });
  }

  /**
   * How many there are by time and level.
   *
   * @param cells indexes of a slot and a level, count
   */
  public static Picture heat(
      String title, List<String> slots, List<String> levels, List<List<?>> cells) {
    return new Picture(
        title,
        json -> {
          json.writeStringField("picture", "heat");
          items("slots", slots, json);
          items("levels", levels, json);
          items("cells", cells, json);
        });
  }

  /**
   * A sequence diagram of one of several traces; whoever reads the page chooses which.
   *
   * @param traces name, names of the lanes, messages; each message is the indexes of two lanes,
   *     text, and whether it is a call and not a return. At least one trace, the first is shown
   */
  public static Picture sequence(String title, List<List<?>> traces) {
    return new Picture(
        title,
        json -> {
          json.writeStringField("picture", "sequence");
          items("traces", traces, json);
        });
  }

  private static void items(String field, List<?> items, JsonGenerator json) throws IOException {
    json.writeFieldName(field);
    array(items, json);
  }

  private static void array(List<?> items, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (Object item : items) {
      if (item instanceof List<?> list) {
        array(list, json);
      } else {
        json.writeObject(item);
      }
    }
    json.writeEndArray();
  }

  String title() {
    return title;
  }

  int pixels() {
    return PIXELS;
  }

  void writeTo(JsonGenerator json) throws IOException {
    json.writeStartObject();
    content.writeTo(json);
    json.writeEndObject();
  }
}
