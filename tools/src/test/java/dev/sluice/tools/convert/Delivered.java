package dev.sluice.tools.convert;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.tools.Notices;
import dev.sluice.tools.ToolException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a source handed over, and what it reported as lost. */
final class Delivered implements RecordTarget {
  private static final Pattern LINE =
      Pattern.compile("(note|lost)  ([\\d,]+) (.*)", Pattern.DOTALL);

  /**
   * A record.
   *
   * @param values Long, Double, Boolean or String by name; bytes are not used here
   */
  record Item(String type, Map<String, Object> values, Long time, Origin origin) {
    String text(String name) {
      Object value = values.get(name);
      return value == null ? null : value.toString();
    }
  }

  final List<Item> items = new ArrayList<>();
  final Map<String, Long> lost = new LinkedHashMap<>();
  final Map<String, Long> notes = new LinkedHashMap<>();

  /** Why nothing was converted, or null. */
  Exception refusal;

  /** Reads a source to its end. */
  static Delivered of(RecordSource source) {
    Delivered delivered = new Delivered();
    ConvertReport report = new ConvertReport(Notices.NONE, null);
    try {
      source.read(delivered, report);
    } catch (IOException | ToolException e) {
      delivered.refusal = e;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    report.print(new PrintStream(out, true, StandardCharsets.UTF_8));
    for (String line : out.toString(StandardCharsets.UTF_8).split("\n  (?=note|lost)")) {
      Matcher parts = LINE.matcher(line.strip());
      if (parts.matches()) {
        (parts.group(1).equals("lost") ? delivered.lost : delivered.notes)
            .put(parts.group(3), Long.parseLong(parts.group(2).replace(",", "")));
      }
    }
    return delivered;
  }

  /** How much was reported as lost for reasons with these words. */
  long lost(String words) {
    return lost.entrySet().stream()
        .filter(loss -> loss.getKey().contains(words))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  @Override
  public void take(RecordCursor cursor, Origin origin) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < cursor.type().fields().size(); i++) {
      Field field = cursor.type().fields().get(i);
      values.put(field.name(), value(cursor, i, field));
    }
    int time = cursor.type().recordTimeField();
    items.add(
        new Item(
            cursor.type().qualifiedName(),
            values,
            time < 0 ? null : (Long) cursor.longValue(time),
            origin));
  }

  private static Object value(RecordCursor cursor, int i, Field field) {
    return switch (field.type()) {
      case STRING, ENUM -> cursor.text(i);
      case BOOLEAN -> cursor.longValue(i) != 0;
      case FLOAT, DOUBLE -> cursor.doubleValue(i);
      case BYTES -> cursor.bytes(i);
      default -> cursor.longValue(i);
    };
  }

  @Override
  public void commit() {}

  @Override
  public void close() {}
}
