package dev.sluice.serializers.binary;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordType;
import java.util.List;
import java.util.Locale;

/** Tells a person what a chunk is made of, one line each. */
final class Description {
  private static final int MAX_TEXT = 60;

  private final StringBuilder out = new StringBuilder();
  private final byte[] bytes;
  private int pages;

  /** Of a chunk whose body lies in these bytes. */
  Description(byte[] bytes) {
    this.bytes = bytes;
  }

  void strings(StringTableDecoder strings) {
    for (int id = 1; id <= strings.maxId(); id++) {
      String text = strings.text(id);
      line(
          "string %d: %s%s",
          id, quoted(text), text.length() > MAX_TEXT ? ", " + text.length() + " chars" : "");
    }
  }

  void types(List<TypeDecoder> types) {
    for (TypeDecoder type : types) {
      line("type %s", type.type.qualifiedName());
      for (Field field : type.fields) {
        line(
            "  field %s: %s %s", printable(field.name()), lower(field.type()), lower(field.role()));
      }
    }
  }

  void page(int rows) {
    line("page %d: %d rows", pages++, rows);
  }

  void group(RecordType type, int rows, int length) {
    line("  group %s: %d rows, %d bytes", type.qualifiedName(), rows, length);
  }

  /** A column that lies in the body from one index to another. */
  void column(String name, int from, int to) {
    int predictor = bytes[from] >>> 4;
    String reference = predictor == BinaryFormat.REFERENCE ? " " + (bytes[from + 1] & 0xff) : "";
    line(
        "    column %s: %s%s, %s, %d bytes",
        printable(name),
        BinaryFormat.predictor(predictor),
        reference,
        BinaryFormat.packing(bytes[from] & 0xf),
        to - from);
  }

  private void line(String format, Object... arguments) {
    out.append(String.format(format, arguments)).append('\n');
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static String quoted(String text) {
    return '"' + printable(text) + '"' + (text.length() > MAX_TEXT ? "…" : "");
  }

  /** The start of a text that came with a chunk, without what a terminal or log would obey. */
  static String printable(String text) {
    StringBuilder result = new StringBuilder();
    for (int i = 0; i < Math.min(text.length(), MAX_TEXT); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        result.append('\\').append(c);
      } else if (isPrintable(c)) {
        result.append(c);
      } else {
        result.append(String.format("\\u%04x", (int) c));
      }
    }
    return result.toString();
  }

  private static boolean isPrintable(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
