package dev.sluice.benchmarks.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The columns of a table: what stands over each, and what it tells of a row. For one thread.
 *
 * @param <T> what a row is about
 */
public final class Columns<T> {
  private final List<String> headers = new ArrayList<>();
  private final List<Function<T, String>> cells = new ArrayList<>();

  /** None yet. */
  public Columns() {}

  /** Those of labels of cells, headers as in {@link #add}. */
  public static Columns<Cell> of(String... labels) {
    Columns<Cell> columns = new Columns<>();
    for (String label : labels) {
      String name = label.startsWith(">") ? label.substring(1) : label;
      columns.add(label, cell -> cell.get(name));
    }
    return columns;
  }

  /** Adds one on the right; a header that begins with {@code >} is that of figures. */
  public Columns<T> add(String header, Function<T, String> cell) {
    headers.add(header);
    cells.add(cell);
    return this;
  }

  /** The table of these rows. */
  public Section section(String title, List<T> rows) {
    return new Section(title, headers, rows.stream().map(this::texts).toList());
  }

  private List<String> texts(T row) {
    return cells.stream().map(cell -> cell.apply(row)).toList();
  }
}
