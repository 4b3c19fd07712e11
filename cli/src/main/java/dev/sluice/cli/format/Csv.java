package dev.sluice.cli.format;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.StringJoiner;

/**
 * Comma-separated values as RFC 4180 describes them: one header line with the field names, then one
 * line a record. All records must be of one type name and version; if a later chunk has other
 * fields for it, they are matched by name. Null is an empty value, the empty string a quoted one.
 */
public final class Csv implements RecordFormat {
  private static final byte[] LINE_END = {'\r', '\n'};
  private static final byte[] EMPTY_TEXT = {'"', '"'};

  private final ByteSink out;
  private final PerType<int[]> columns = new PerType<>(this::columnsOf);
  private final TextCache texts = new TextCache(Csv::quoted);
  private RecordType first;

  /** Two record types met where only one has a place. */
  public static final class SeveralTypesException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SeveralTypesException(RecordType first, RecordType second) {
      super(first.qualifiedName() + " and " + second.qualifiedName());
    }
  }

  /** Writes there. */
  public Csv(ByteSink out) {
    this.out = out;
  }

  /**
   * {@inheritDoc}
   *
   * @throws SeveralTypesException if the record's type is not the first record's
   */
  @Override
  public void write(RecordCursor cursor) {
    RecordType type = cursor.type();
    if (first == null) {
      first = type;
      header(type);
    }
    int[] fields = columns.of(type);
    for (int i = 0; i < fields.length; i++) {
      if (i > 0) {
        out.put(',');
      }
      if (fields[i] >= 0) {
        value(cursor, fields[i], type.fields().get(fields[i]).type());
      }
    }
    out.put(LINE_END);
  }

  private void header(RecordType type) {
    StringJoiner names = new StringJoiner(",", "", "\r\n");
    for (Field field : type.fields()) {
      names.add(new String(quoted(field.name()), StandardCharsets.UTF_8));
    }
    out.put(names.toString());
  }

  private int[] columnsOf(RecordType type) {
    if (!type.qualifiedName().equals(first.qualifiedName())) {
      throw new SeveralTypesException(first, type);
    }
    List<Field> wanted = first.fields();
    return wanted.stream().mapToInt(field -> type.indexOf(field.name())).toArray();
  }

  private void value(RecordCursor cursor, int field, FieldType type) {
    switch (type) {
      case BOOLEAN -> out.put(cursor.longValue(field) != 0 ? "true" : "false");
      case CHAR -> out.put(quoted(String.valueOf((char) cursor.longValue(field))));
      case BYTE, SHORT, INT, LONG -> out.put(cursor.longValue(field));
      case FLOAT, DOUBLE -> {
        double value = cursor.doubleValue(field);
        out.put(Double.isFinite(value) ? EcmaNumber.text(value) : Double.toString(value));
      }
      case STRING, ENUM -> text(cursor.text(field));
      case BYTES -> {
        byte[] bytes = cursor.bytes(field);
        if (bytes != null) {
          out.put(bytes.length == 0 ? EMPTY_TEXT : Base64.getEncoder().encode(bytes));
        }
      }
    }
  }

  private void text(String value) {
    if (value != null) {
      out.put(texts.of(value));
    }
  }

  /**
   * Quoted where a separator, a quote, a line end or outer blanks make it necessary, or if it is
   * empty.
   */
  static byte[] quoted(String text) {
    boolean plain = !text.isEmpty() && text.equals(text.strip());
    for (int i = 0; plain && i < text.length(); i++) {
      plain = ",\"\r\n".indexOf(text.charAt(i)) < 0;
    }
    String quoted = plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    return quoted.getBytes(StandardCharsets.UTF_8);
  }
}
