package dev.sluice.tools.convert;

import dev.sluice.tools.ToolException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Records of one type as {@code cat --format csv} prints them, or as anybody does who follows RFC
 * 4180 and begins with the names. Lines that are no record are counted and left out, among them all
 * behind a quote that is never closed. Escapes and apostrophes of {@code cat} are undone in files
 * that name its producers, and texts of other programs are kept as they are.
 *
 * @param type of the records
 * @param time the field that is the record time of types that are not ours, or null
 */
record CsvSource(Path path, String type, String time) implements RecordSource {
  private static final String PRODUCER = "_producer";
  private static final String ID = "_producerId";
  private static final Pattern ESCAPE =
      Pattern.compile("\\\\(?:u(\\p{XDigit}{4})|([^u]))", Pattern.DOTALL);

  /** Refuses a file without a type. */
  static CsvSource of(Path path, String type, String time) {
    if (type == null) {
      throw new ToolException("the records of " + path + " have no type; give one with --as NAME");
    }
    return new CsvSource(path, type, time);
  }

  @Override
  public void read(RecordTarget target, ConvertReport report) throws IOException {
    LooseRecords records = new LooseRecords(target, report, time);
    try (BufferedReader in = report.reader(path)) {
      CsvLines lines = new CsvLines(in, path);
      CsvLines.Line line = lines.next();
      checkHeader(line);
      boolean isOurs = line.values().contains(ID);
      List<String> header = names(line.values(), isOurs);
      if (time != null && !header.contains(time)) {
        throw new ToolException(LooseRecords.noTime(time, header));
      }
      for (line = lines.next(); line != null; line = lines.next()) {
        try {
          if (line.fault() != null) {
            throw new IllegalArgumentException(line.fault());
          }
          if (!line.isEmpty() || header.size() == 1) {
            add(header, line.values(), isOurs, records);
          }
        } catch (IllegalArgumentException e) {
          report.lost(
              "lines that are not a record: " + LooseRecords.reason(e),
              "line " + line.first(),
              line.count());
        }
      }
    }
    records.checkTime();
  }

  private void checkHeader(CsvLines.Line line) throws ToolException {
    if (line == null || line.fault() != null) {
      throw new ToolException(path + (line == null ? " is empty" : ", line 1: " + line.fault()));
    }
    String first = line.values().get(0);
    if (first != null
        && (first.startsWith("sep=")
            || first.matches("[^,]*[;\t][^,]*") && line.values().size() == 1)) {
      throw new ToolException(
          path + ", line 1: values must be separated by commas and nothing else");
    }
  }

  /** Names of fields: {@code column1} of a column without one, {@code type_} of a type. */
  private static List<String> names(List<String> cells, boolean isOurs) {
    List<String> names = new ArrayList<>();
    for (String cell : cells) {
      String name = cell == null ? "column" + (names.size() + 1) : cell;
      names.add(name.equals("type") ? "type_" : isOurs ? plain(name) : name);
    }
    return names;
  }

  private void add(List<String> header, List<String> cells, boolean isOurs, LooseRecords records)
      throws IOException {
    if (cells.size() != header.size()) {
      throw new IllegalArgumentException("a number of values other than of names");
    }
    List<LooseRecords.Value> values = new ArrayList<>();
    String id = "";
    String producer = path.getFileName().toString();
    for (int i = 0; i < header.size(); i++) {
      String value = isOurs ? plain(cells.get(i)) : cells.get(i);
      switch (header.get(i)) {
        case PRODUCER -> producer = value == null ? producer : value;
        case ID -> id = value == null ? "" : value;
        default ->
            values.add(
                LooseRecords.Value.of(
                    isOurs ? LooseRecords.bare(header.get(i)) : header.get(i), value));
      }
    }
    records.add(type, values, id, producer, Map.of());
  }

  /** Removes the apostrophe and the escapes that protect spreadsheets and terminals. */
  private static String plain(String value) {
    if (value == null) {
      return null;
    }
    String bare = value.length() > 1 && value.charAt(0) == '\'' ? value.substring(1) : value;
    return bare.indexOf('\\') < 0 ? bare : ESCAPE.matcher(bare).replaceAll(CsvSource::unescaped);
  }

  private static String unescaped(MatchResult escape) {
    if (escape.group(1) != null) {
      char c = (char) Integer.parseInt(escape.group(1), 16);
      return Matcher.quoteReplacement(String.valueOf(c));
    }
    int at = "nrtbf".indexOf(escape.group(2));
    return at < 0 ? Matcher.quoteReplacement(escape.group(2)) : "\n\r\t\b\f".substring(at, at + 1);
  }
}
