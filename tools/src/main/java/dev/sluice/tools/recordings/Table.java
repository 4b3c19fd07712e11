package dev.sluice.tools.recordings;

import dev.sluice.tools.format.LineStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Rows in aligned columns. The first character of a header sets the form of its column: {@code >}
 * figures, aligned at their right; {@code ~} names, shortened in the middle where lines are too
 * long for the screen; {@code ?} what is left out before names become very short, the last of them
 * first. A {@code :} ends these marks. A last column without a mark is broken between words.
 */
public final class Table {
  private static final int SHORT_NAME_CHARS = 24;
  private static final int MIN_NAME_CHARS = 8;

  private final List<String[]> rows = new ArrayList<>();
  private final String[] marks;

  /** Creates a table with the given headers; {@code ">records"} is a column of figures. */
  public Table(String... headers) {
    marks = new String[headers.length];
    String[] first = new String[headers.length];
    for (int i = 0; i < headers.length; i++) {
      first[i] = headers[i].replaceFirst("^(?:[>~?]*:|[>~?]+)", "");
      marks[i] = headers[i].substring(0, headers[i].length() - first[i].length());
    }
    rows.add(first);
  }

  /** Adds a row, one cell a header. */
  public void row(String... cells) {
    rows.add(cells);
  }

  /** Prints it, every line behind {@code indent}. */
  public void print(PrintStream out, String indent) {
    int[] widths = widths();
    int room = LineStream.columns(out) - indent.length();
    List<Integer> shown = fit(widths, room);
    int last = marks.length - 1;
    int before = shown.stream().filter(i -> i < last).mapToInt(i -> widths[i] + 2).sum();
    boolean isProse = marks[last].isEmpty() && room - before >= SHORT_NAME_CHARS;
    boolean isBelow = marks[last].isEmpty() && !isProse && excess(widths, shown, room) > 0;
    if (isBelow) { // on a line of its own, with its header
      shown.remove((Integer) last);
    }
    for (String[] row : rows) {
      List<String> ends = isProse ? LineStream.wrap(row[last], room - before) : List.of(row[last]);
      out.println(indent + line(row, ends.get(0), shown, widths));
      ends.stream().skip(1).forEach(end -> out.println(indent + " ".repeat(before) + end));
      if (isBelow && row != rows.get(0)) {
        out.println(indent + "  " + rows.get(0)[last] + ": " + row[last]);
      }
    }
    String left =
        IntStream.range(0, isBelow ? last : marks.length)
            .filter(i -> !shown.contains(i))
            .mapToObj(i -> rows.get(0)[i])
            .collect(Collectors.joining(", "));
    if (!left.isEmpty()) {
      out.println(indent + "… a wider terminal shows: " + left);
    }
  }

  /** Returns the length of the longest cell of each column. */
  private int[] widths() {
    return IntStream.range(0, marks.length)
        .map(i -> rows.stream().mapToInt(row -> LineStream.length(row[i])).max().orElse(0))
        .toArray();
  }

  private String line(String[] row, String end, List<Integer> shown, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i : shown) {
      String cell = i == marks.length - 1 ? end : row[i];
      cell = is(i, '~') ? LineStream.shorten(cell, widths[i]) : cell;
      String blanks = " ".repeat(widths[i] - LineStream.length(cell));
      line.append(is(i, '>') ? blanks + cell : cell + blanks).append("  ");
    }
    return line.toString().stripTrailing();
  }

  private boolean is(int column, char mark) {
    return marks[column].indexOf(mark) >= 0;
  }

  /** Shortens names until a line has room; the columns that are shown. */
  private List<Integer> fit(int[] widths, int room) {
    List<Integer> shown =
        IntStream.range(0, marks.length).boxed().collect(Collectors.toCollection(ArrayList::new));
    int[] full = widths.clone();
    narrow(widths, shown, room, SHORT_NAME_CHARS);
    for (int i = marks.length - 1; i >= 0 && excess(widths, shown, room) > 0; i--) {
      if (is(i, '?')) {
        shown.remove((Integer) i);
      }
    }
    System.arraycopy(full, 0, widths, 0, full.length);
    narrow(widths, shown, room, MIN_NAME_CHARS);
    return shown;
  }

  private void narrow(int[] widths, List<Integer> shown, int room, int least) {
    while (excess(widths, shown, room) > 0) {
      int widest = -1;
      for (int i : shown) {
        boolean wider = is(i, '~') && widths[i] > (widest < 0 ? least : widths[widest]);
        widest = wider ? i : widest;
      }
      if (widest < 0) {
        return;
      }
      widths[widest]--;
    }
  }

  private static int excess(int[] widths, List<Integer> shown, int room) {
    return shown.stream().mapToInt(i -> widths[i] + 2).sum() - 2 - room;
  }
}
