package dev.sluice.tools.recordings;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows in aligned columns: a header that starts with {@code >} stands over right-aligned figures.
 */
public final class Table {
  private final List<String[]> rows = new ArrayList<>();
  private final boolean[] right;

  /** With these headers; {@code ">records"} is a column of figures. */
  public Table(String... headers) {
    right = new boolean[headers.length];
    String[] first = new String[headers.length];
    for (int i = 0; i < headers.length; i++) {
      right[i] = headers[i].startsWith(">");
      first[i] = right[i] ? headers[i].substring(1) : headers[i];
    }
    rows.add(first);
  }

  /** Adds a row, one cell a header. */
  public void row(String... cells) {
    rows.add(cells);
  }

  /** Prints it, every line behind {@code indent}. */
  public void print(PrintStream out, String indent) {
    int[] widths = new int[right.length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], width(row[i]));
      }
    }
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder(indent);
      for (int i = 0; i < row.length; i++) {
        String blanks = " ".repeat(widths[i] - width(row[i]));
        line.append(right[i] ? blanks + row[i] : row[i] + blanks).append("  ");
      }
      out.println(line.toString().stripTrailing());
    }
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
