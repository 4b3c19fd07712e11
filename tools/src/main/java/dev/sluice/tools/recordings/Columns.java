package dev.sluice.tools.recordings;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A table of rows of one kind: each column has a header and a function of the row. For one thread.
 *
 * @param <T> type of a row
 */
public final class Columns<T> {
  private final List<String> headers = new ArrayList<>();
  private final List<Function<T, String>> cells = new ArrayList<>();

  /** Adds a column; its header is one of a {@link Table}. */
  public Columns<T> with(String header, Function<T, String> cell) {
    headers.add(header);
    cells.add(cell);
    return this;
  }

  /** Returns what the columns are called. */
  public List<String> headers() {
    return headers;
  }

  /** Returns the cells of each row. */
  public List<List<String>> rows(List<T> rows) {
    return rows.stream().map(row -> cells.stream().map(cell -> cell.apply(row)).toList()).toList();
  }

  /** Prints them, every line behind {@code indent}. */
  public void print(List<T> rows, PrintStream out, String indent) {
    Table table = new Table(headers.toArray(String[]::new));
    rows(rows).forEach(row -> table.row(row.toArray(String[]::new)));
    table.print(out, indent);
  }
}
