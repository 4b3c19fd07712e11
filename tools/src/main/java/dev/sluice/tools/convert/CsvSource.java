package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Attributes;
import dev.sluice.tools.ToolException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Records of one type as {@code cat --format csv} prints them, or as anybody does who follows RFC
 * 4180 and begins with the names. A line with another number of values is counted and left out.
 *
 * @param type of the records
 * @param time the field that is the record time of types that are not ours, or null
 */
record CsvSource(Path path, String type, String time) implements RecordSource {
  private static final Pattern ESCAPE =
      Pattern.compile("\\\\(?:u(.{4})|([^\\00]))", Pattern.DOTALL);

  /** Refuses a file without a type. */
  static CsvSource of(Path path, String type, String time) {
    if (type == null) {
      throw new ToolException("which type do the records of " + path + " have? --as NAME says it");
    }
    return new CsvSource(path, type, time);
  }

  @Override
  public void read(RecordTarget target, ConvertReport report) throws IOException {
    LooseRecords records = new LooseRecords(target, report, time);
    Map<String, Origin> origins = new HashMap<>();
    try (BufferedReader in = new BufferedReader(new LineLimit(report.reader(path), path))) {
      List<String> header = new ArrayList<>();
      if (!readLine(in, header)) {
        throw new ToolException(path + " is empty");
      }
      List<String> line = new ArrayList<>();
      for (long number = 2; readLine(in, line); number++) {
        try {
          add(header, line, records, origins);
        } catch (IllegalArgumentException e) {
          report.lost("lines that are no record, as line " + number + " is not", 1);
        }
      }
    }
  }

  private void add(
      List<String> header, List<String> line, LooseRecords records, Map<String, Origin> origins)
      throws IOException {
    if (line.size() != header.size()) {
      throw new IllegalArgumentException("other values than names");
    }
    List<String> names = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    String id = "";
    String producer = path.getFileName().toString();
    for (int i = 0; i < header.size(); i++) {
      String value = line.get(i);
      switch (header.get(i)) {
        case "_producer" -> producer = value == null ? producer : value;
        case "_producerId" -> id = value == null ? "" : value;
        default -> {
          names.add(header.get(i));
          values.add(typed(value));
        }
      }
    }
    String name = producer;
    Origin origin = origins.computeIfAbsent(id, key -> new Origin(key, name, Attributes.NONE));
    records.add(type, names, values, origin);
  }

  private static Object typed(String text) {
    if (text == null || text.isEmpty()) {
      return text;
    }
    if (text.equals("true") || text.equals("false")) {
      return Boolean.valueOf(text);
    }
    char first = text.charAt(0);
    if (first >= '0' && first <= '9' || first == '-' || text.equals("NaN")) {
      try {
        return text.matches("-?\\d{1,19}") ? (Object) Long.valueOf(text) : Double.valueOf(text);
      } catch (NumberFormatException e) {
        return text;
      }
    }
    return text;
  }

  /** Reads the values of a line, which may hold line breaks in quotes; false at the end. */
  private boolean readLine(BufferedReader in, List<String> values) throws IOException {
    values.clear();
    int next = in.read();
    if (next < 0) {
      return false;
    }
    StringBuilder value = new StringBuilder();
    boolean quoted = false;
    boolean wasQuoted = false;
    for (; next >= 0; next = in.read()) {
      if (quoted) {
        if (next != '"') {
          value.append((char) next);
          if (value.length() > LineLimit.MOST) {
            throw new IOException(path + ": a value in quotes is longer than 16 MiB");
          }
          continue;
        }
        in.mark(1);
        if (in.read() == '"') {
          value.append('"');
        } else {
          in.reset();
          quoted = false;
        }
      } else if (next == '"') {
        quoted = true;
        wasQuoted = true;
      } else if (next == ',') {
        values.add(plain(value, wasQuoted));
        value.setLength(0);
        wasQuoted = false;
      } else if (next == '\n') {
        break;
      } else if (next != '\r') {
        value.append((char) next);
      }
    }
    values.add(plain(value, wasQuoted));
    return true;
  }

  /** Without the apostrophe and the escapes that keep spreadsheets and terminals from acting. */
  private static String plain(StringBuilder value, boolean quoted) {
    if (value.length() == 0) {
      return quoted ? "" : null;
    }
    int from = value.length() > 1 && value.charAt(0) == '\'' ? 1 : 0;
    if (from == 0 && value.indexOf("\\") < 0) {
      return value.toString();
    }
    return ESCAPE.matcher(value.substring(from)).replaceAll(CsvSource::unescaped);
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
