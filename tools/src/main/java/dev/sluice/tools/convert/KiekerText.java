package dev.sluice.tools.convert;

import dev.sluice.kieker.KiekerType;
import dev.sluice.kieker.KiekerTypes;
import dev.sluice.tools.rows.ParsedRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Map;

/**
 * Reads the lines of a text log: {@code $n;loggingTimestamp;value;…}. A line that is something else
 * is kept as it is. For one thread.
 */
final class KiekerText {
  private final Map<Integer, String> classes;
  private final KiekerRecords records;
  private int[] ends = new int[64];

  /** Creates a parser with the classes of the map file, by number. */
  KiekerText(Map<Integer, String> classes, KiekerRecords records) {
    this.classes = classes;
    this.records = records;
  }

  void read(BufferedReader lines) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (!line.isEmpty()) {
        read(line);
      }
    }
  }

  private void read(String line) throws IOException {
    int parts = split(line);
    String className = parts < 2 ? null : className(line.substring(0, ends[0]));
    if (className == null) {
      records.line(line, null, "lines without a class in the map are kept as lines");
      return;
    }
    int values = parts - 2;
    KiekerType type = KiekerTypes.of(className, values);
    boolean isKnown = type != null || KiekerTypes.of(className) == null;
    if (!isKnown || values > 250) {
      records.line(
          line.substring(ends[0] + 1),
          className,
          "records of " + className + " with " + values + " values are kept as lines");
      return;
    }
    if (type == null) {
      type = records.ofTexts(className, values);
      // reported once per record, so that its number is known
    }
    long logged;
    try {
      logged = parse(line, type);
    } catch (NumberFormatException | ArithmeticException e) {
      records.line(
          line.substring(ends[0] + 1),
          className,
          "records of " + className + " with a value of another type are kept as lines");
      return;
    }
    records.finish(type, logged);
  }

  private String className(String id) {
    try {
      return id.startsWith("$") ? classes.get(Integer.parseInt(id, 1, id.length(), 10)) : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Finds the ends of the parts; the result is their number. */
  private int split(String line) {
    int count = 0;
    for (int end = line.indexOf(';'); end >= 0; end = line.indexOf(';', end + 1)) {
      count = end(count, end);
    }
    return end(count, line.length());
  }

  private int end(int count, int end) {
    if (count == ends.length) {
      ends = java.util.Arrays.copyOf(ends, 2 * count);
    }
    ends[count] = end;
    return count + 1;
  }

  /** Puts the values of a line into the record; the result is the logging time stamp. */
  private long parse(String line, KiekerType type) {
    ParsedRecord record = records.record().begin(type.type);
    long logged = number(line, 1);
    for (int i = 0; i < type.codes.length; i++) {
      int part = i + 2;
      int field = type.fields[i];
      switch (type.codes[i]) {
        case 'J' -> {
          long value = number(line, part);
          record.set(field, type.instants[i] ? records.instant(value) : value);
        }
        case 'I' -> record.set(field, (long) Math.toIntExact(number(line, part)));
        case 'D' -> record.set(field, Double.parseDouble(text(line, part)));
        case 'Z' -> record.set(field, bool(text(line, part)));
        default -> record.set(field, text(line, part));
      }
    }
    return logged;
  }

  private long number(String line, int part) {
    return Long.parseLong(line, ends[part - 1] + 1, ends[part], 10);
  }

  private String text(String line, int part) {
    return line.substring(ends[part - 1] + 1, ends[part]);
  }

  /** 1 or 0; throws a {@link NumberFormatException} for other texts. */
  static long bool(String text) {
    return switch (text) {
      case "true" -> 1;
      case "false" -> 0;
      default -> throw new NumberFormatException(text);
    };
  }
}
