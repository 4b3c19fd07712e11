package dev.sluice.sql;

import dev.sluice.cli.Terminal;
import dev.sluice.tools.format.Csv;
import dev.sluice.tools.format.SafeText;
import dev.sluice.tools.recordings.Table;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.StringJoiner;

/** Prints a result. Neither a terminal nor a spreadsheet acts upon a text in it. For one thread. */
record ResultPrinter(Terminal terminal, Format format) implements Database.Taker {
  private static final int BUFFER = 1 << 16;

  /** Rows of a table, whose columns are as wide as the widest cell. */
  private static final int MAX_TABLE_ROWS = 1000;

  /** Formats of a result. */
  enum Format {
    text,
    jsonl,
    csv
  }

  @Override
  public void accept(ResultSet result) throws SQLException {
    OutputStream out = new BufferedOutputStream(terminal.out(), BUFFER);
    try {
      switch (format) {
        case text -> table(result);
        case jsonl -> jsonLines(result, out);
        case csv -> csv(result, out);
      }
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void table(ResultSet result) throws SQLException {
    PrintStream out = terminal.printer();
    ResultSetMetaData columns = result.getMetaData();
    String[] headers = new String[columns.getColumnCount()];
    for (int i = 0; i < headers.length; i++) {
      String name = SafeText.word(columns.getColumnLabel(i + 1));
      headers[i] = (isNumber(columns, i) ? ">:" : ":") + name;
    }
    Table table = new Table(headers);
    int rows = 0;
    boolean more = result.next();
    for (; more && rows < MAX_TABLE_ROWS; rows++) {
      String[] cells = new String[headers.length];
      for (int i = 0; i < cells.length; i++) {
        String text = text(result, i);
        cells[i] = text == null ? "-" : isPlain(columns, i) ? text : SafeText.word(text);
      }
      table.row(cells);
      more = result.next();
    }
    table.print(out, "");
    if (more) {
      terminal.tell(
          "only the first " + MAX_TABLE_ROWS + " rows are shown; --format jsonl or csv prints all");
    }
  }

  private static void jsonLines(ResultSet result, OutputStream out)
      throws SQLException, IOException {
    ResultSetMetaData columns = result.getMetaData();
    while (result.next()) {
      StringJoiner line = new StringJoiner(",", "{", "}\n");
      for (int i = 0; i < columns.getColumnCount(); i++) {
        String text = text(result, i);
        boolean bare = text == null || isBareJson(columns, i, text);
        line.add(
            SafeText.json(columns.getColumnLabel(i + 1))
                + ':'
                + (bare ? text : SafeText.json(text)));
      }
      out.write(line.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void csv(ResultSet result, OutputStream out) throws SQLException, IOException {
    ResultSetMetaData columns = result.getMetaData();
    StringJoiner header = new StringJoiner(",", "", "\r\n");
    for (int i = 0; i < columns.getColumnCount(); i++) {
      header.add(Csv.value(columns.getColumnLabel(i + 1)));
    }
    out.write(header.toString().getBytes(StandardCharsets.UTF_8));
    while (result.next()) {
      StringJoiner line = new StringJoiner(",", "", "\r\n");
      for (int i = 0; i < columns.getColumnCount(); i++) {
        String text = text(result, i);
        line.add(text == null ? "" : isPlain(columns, i) ? text : Csv.value(text));
      }
      out.write(line.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Returns the value as text, or null. */
  private static String text(ResultSet result, int column) throws SQLException {
    Object value = result.getObject(column + 1);
    if (value instanceof Timestamp) {
      return result.getString(column + 1).replace(' ', 'T') + 'Z';
    }
    return value == null ? null : result.getString(column + 1);
  }

  /** NaN and the infinities are no JSON. */
  private static boolean isBareJson(ResultSetMetaData columns, int column, String text)
      throws SQLException {
    return columns.getColumnTypeName(column + 1).equals("BOOLEAN")
        || isNumber(columns, column) && !Character.isLetter(text.charAt(text.length() - 1));
  }

  private static boolean isPlain(ResultSetMetaData columns, int column) throws SQLException {
    return isNumber(columns, column) || columns.getColumnTypeName(column + 1).equals("BOOLEAN");
  }

  private static boolean isNumber(ResultSetMetaData columns, int column) throws SQLException {
    String type = columns.getColumnTypeName(column + 1);
    return switch (type) {
      case "FLOAT", "DOUBLE" -> true;
      default ->
          (type.endsWith("INT") || type.endsWith("INTEGER") || type.startsWith("DECIMAL"))
              && !type.endsWith("]");
    };
  }
}
