package dev.sluice.benchmarks.frame;

import dev.sluice.tools.recordings.Columns;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one row of a result is about, e.g. a stage and a peer.
 *
 * @param labels by their names, in the order of the columns
 */
public record Cell(Map<String, String> labels) {
  /** Copies the labels. */
  public Cell {
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
  }

  /** Of names and values in turns, as they print. */
  public static Cell of(Object... namesAndValues) {
    Map<String, String> labels = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      labels.put(namesAndValues[i].toString(), namesAndValues[i + 1].toString());
    }
    return new Cell(labels);
  }

  /** Columns of labels; one that begins with {@code >} is that of figures. */
  public static Columns<Cell> columns(String... labels) {
    Columns<Cell> columns = new Columns<>();
    for (String label : labels) {
      String name = label.startsWith(">") ? label.substring(1) : label;
      columns.with(label, cell -> cell.get(name));
    }
    return columns;
  }

  /** The same with another value of a label that it has. */
  public Cell with(String name, String value) {
    Map<String, String> others = new LinkedHashMap<>(labels);
    others.replace(name, value);
    return new Cell(others);
  }

  /** The value of a label, or {@code -}. */
  public String get(String name) {
    return labels.getOrDefault(name, "-");
  }

  /** The values. */
  @Override
  public String toString() {
    return String.join(" ", labels.values());
  }
}
