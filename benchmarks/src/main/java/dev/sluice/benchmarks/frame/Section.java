package dev.sluice.benchmarks.frame;

import dev.sluice.pages.Page;
import dev.sluice.tools.recordings.Columns;
import dev.sluice.tools.recordings.Table;
import java.io.PrintStream;
import java.util.List;

/**
 * A table of a report, for a terminal and a page.
 *
 * @param title above it
 * @param headers over the columns; one that begins with {@code >} is that of figures
 * @param rows with as many cells as there are headers
 */
public record Section(String title, List<String> headers, List<List<String>> rows) {
  /** The table of what these columns tell of each. */
  public static <T> Section of(String title, List<T> all, Columns<T> columns) {
    return new Section(title, columns.headers(), columns.rows(all));
  }

  /** Prints it below an empty line and its title. */
  public void print(PrintStream out) {
    out.println();
    out.println(title + ":");
    printRows(out);
  }

  /** Prints it below an empty line. */
  public void printUntitled(PrintStream out) {
    out.println();
    printRows(out);
  }

  /** Prints its headers and rows alone. */
  public void printRows(PrintStream out) {
    Table table = new Table(headers.toArray(String[]::new));
    rows.forEach(row -> table.row(row.toArray(String[]::new)));
    table.print(out, "  ");
  }

  /** Adds it to a page below its title. */
  public void add(Page page) {
    page.heading(title).table(headers, rows);
  }
}
