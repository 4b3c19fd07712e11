package dev.sluice.tools.format;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import java.util.Base64;
import java.util.List;
import java.util.StringJoiner;

/**
 * Comma-separated values as RFC 4180 describes them: one header line with the field names, then one
 * line a record. All records must be of one type name and version; if a later chunk has fewer
 * fields for it, they are matched by name. Null is an empty value, the empty string a quoted one.
 *
 * <p>Neither a terminal nor a spreadsheet acts upon a text, and it can be read back: what is {@link
 * SafeText#isUnsafe unsafe} is written as in JSON, a backslash as two, and a text that a
 * spreadsheet would take for a formula has an apostrophe in front, as has one that begins with an
 * apostrophe.
 */
public final class Csv implements RecordFormat {
  private static final byte[] LINE_END = {'\r', '\n'};

  /**
   * Characters that begin a formula, also in full width as in Chinese and Japanese, and our own
   * mark.
   */
  private static final String MARKED = "=+-@\uff1d\uff0b\uff0d\uff20'";

  /** Spreadsheets in some languages part values at semicolons. */
  private static final String QUOTED = ",;\"";

  private final TextOutput out;
  private final PerType<int[]> columns = new PerType<>(this::columnsOf);
  private final TextCache texts = new TextCache(text -> SafeText.utf8(value(text)));
  private RecordType first;
  private byte[] producer;

  /** Two record types, or two sets of fields, where the header has room for one. */
  public static final class SeveralTypesException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SeveralTypesException(String message) {
      super(message);
    }
  }

  /** Writes there. */
  public Csv(TextOutput out) {
    this.out = out;
  }

  @Override
  public void producer(ChunkHeader chunk) {
    Accounting told = chunk.accounting();
    String name = told.producerName() == null ? "" : value(told.producerName());
    producer = SafeText.utf8(name + "," + told.producer());
  }

  /**
   * {@inheritDoc}
   *
   * @throws SeveralTypesException if the record's type is not the first record's, or has another
   *     field
   */
  @Override
  public void write(RecordCursor cursor) {
    RecordType type = cursor.type();
    if (first == null) {
      first = type;
      header(type);
    }
    int[] fields = columns.of(type);
    if (producer != null) {
      out.put(producer);
    }
    for (int i = 0; i < fields.length; i++) {
      if (i > 0 || producer != null) {
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
    if (producer != null) {
      names.add(ProducerFields.NAME).add(ProducerFields.ID);
    }
    for (Field field : type.fields()) {
      names.add(value(producer == null ? field.name() : ProducerFields.apart(field.name())));
    }
    out.put(names.toString());
  }

  private int[] columnsOf(RecordType type) {
    if (!type.qualifiedName().equals(first.qualifiedName())) {
      throw new SeveralTypesException(
          "holds %s and %s; choose one with --type"
              .formatted(first.qualifiedName(), type.qualifiedName()));
    }
    for (Field field : type.fields()) {
      if (first.indexOf(field.name()) < 0) {
        throw new SeveralTypesException(
            "holds %s without and with the field '%s'; jsonl and parquet can contain both"
                .formatted(type.qualifiedName(), SafeText.word(field.name())));
      }
    }
    List<Field> wanted = first.fields();
    return wanted.stream().mapToInt(field -> type.indexOf(field.name())).toArray();
  }

  /** Returns an expression, so that the compiler asks for every type. */
  private TextOutput value(RecordCursor cursor, int field, FieldType type) {
    return switch (type) {
      case BOOLEAN -> out.put(cursor.longValue(field) != 0 ? "true" : "false");
      case CHAR -> out.put(value(String.valueOf((char) cursor.longValue(field))));
      case BYTE, SHORT, INT, LONG -> out.put(cursor.longValue(field));
      case FLOAT, DOUBLE -> out.put(EcmaNumber.anyText(cursor.doubleValue(field)));
      case STRING, ENUM -> text(cursor.text(field));
      case BYTES -> bytes(cursor.bytes(field));
    };
  }

  private TextOutput text(String value) {
    return value == null ? out : out.put(texts.of(value));
  }

  private TextOutput bytes(byte[] value) {
    return value == null ? out : out.put(value(Base64.getEncoder().encodeToString(value)));
  }

  /**
   * Marked and escaped as the class says; quoted where a separator, a quote or outer blanks make it
   * necessary, or if it is empty.
   */
  public static String value(String text) {
    String bare = text.strip();
    boolean marked = !bare.isEmpty() && MARKED.indexOf(bare.charAt(0)) >= 0;
    String safe = (marked ? "'" : "") + SafeText.escaped(text, "\\");
    boolean plain = !text.isEmpty() && safe.strip().equals(safe);
    for (int i = 0; plain && i < safe.length(); i++) {
      plain = QUOTED.indexOf(safe.charAt(i)) < 0;
    }
    return plain ? safe : '"' + safe.replace("\"", "\"\"") + '"';
  }
}
