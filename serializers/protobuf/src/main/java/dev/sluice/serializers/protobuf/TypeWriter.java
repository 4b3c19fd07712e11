package dev.sluice.serializers.protobuf;

import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.serializers.support.RowCursor;
import dev.sluice.serializers.support.StringTable;
import java.util.Arrays;

/**
 * Writes one type of a batch after the other, from rows to columns. For one thread; allocates
 * nothing once its columns have grown.
 */
final class TypeWriter {
  private final RowCursor cursor;
  private final StringTable strings;
  private final WireWriter out;
  private final ColumnEncoder encoder;

  /** The columns of the type at hand, by field. */
  private long[][] columns = new long[0][];

  private RowBatch batch;
  private int[] rows;
  private int from;
  private int count;

  TypeWriter(RowCursor cursor, StringTable strings, WireWriter out, ColumnEncoder encoder) {
    this.cursor = cursor;
    this.strings = strings;
    this.out = out;
    this.encoder = encoder;
  }

  /**
   * Writes a type.
   *
   * @param newRows its rows are {@code newRows[newFrom..newFrom+newCount)}
   */
  void write(TypeEncoder type, RowBatch newBatch, int[] newRows, int newFrom, int newCount) {
    batch = newBatch;
    rows = newRows;
    from = newFrom;
    count = newCount;
    reserve(type.fields.length);
    for (int field = 0; field < type.fields.length; field++) {
      stage(type.fields[field].type(), field);
    }
    int begin = out.begin(ProtobufFormat.BODY_TYPES);
    out.bytes(ProtobufFormat.TYPE_NAME, type.name, 0, type.name.length);
    out.number(ProtobufFormat.TYPE_VERSION, type.type.version());
    for (int i = 0; i < type.fields.length && !out.overflowed(); i++) {
      field(type, i);
    }
    out.end(begin);
  }

  private void reserve(int fields) {
    int known = columns.length;
    if (known < fields) {
      columns = Arrays.copyOf(columns, fields);
      Arrays.fill(columns, known, fields, new long[0]);
    }
    for (int i = 0; i < fields; i++) {
      if (columns[i].length < count) {
        columns[i] = new long[Math.max(count, 2 * columns[i].length)];
      }
    }
  }

  private void stage(FieldType type, int field) {
    long[] column = columns[field];
    cursor.longValues(field, rows, from, count, column);
    if (type.isText()) {
      texts(field, column);
    } else if (type.hasContent()) {
      lengths(field, column);
    }
  }

  /** From references to ids. */
  private void texts(int field, long[] column) {
    long last = 0;
    int lastId = 0;
    for (int i = 0; i < count; i++) {
      long reference = column[i];
      if (reference != last || reference < 0) {
        last = reference;
        cursor.select(rows[from + i]);
        lastId = strings.id(cursor, batch, field);
      }
      column[i] = lastId;
    }
  }

  /** From references to lengths plus 1. */
  private void lengths(int field, long[] column) {
    for (int i = 0; i < count; i++) {
      if (column[i] != 0) {
        cursor.select(rows[from + i]);
        column[i] = batch.words[cursor.inlineAt(field)] + 1;
      }
    }
  }

  private void field(TypeEncoder type, int field) {
    FieldType fieldType = type.fields[field].type();
    int begin = out.begin(ProtobufFormat.TYPE_FIELDS);
    out.bytes(ProtobufFormat.FIELD_NAME, type.fieldNames[field], 0, type.fieldNames[field].length);
    out.number(ProtobufFormat.FIELD_TYPE, fieldType.number());
    out.number(ProtobufFormat.FIELD_ROLE, type.fields[field].role().ordinal());
    int column = out.begin(ProtobufFormat.FIELD_COLUMN);
    encoder.encode(type.plans[field], columns[field], count, columns, type.references[field]);
    if (fieldType.hasContent()) {
      content(field);
    }
    out.end(column);
    out.end(begin);
  }

  private void content(int field) {
    int begin = out.begin(ProtobufFormat.COLUMN_CONTENT);
    for (int i = 0; i < count && !out.overflowed(); i++) {
      if (columns[field][i] > 1) {
        cursor.select(rows[from + i]);
        out.inline(batch.words, cursor.inlineAt(field));
      }
    }
    out.end(begin);
  }
}
