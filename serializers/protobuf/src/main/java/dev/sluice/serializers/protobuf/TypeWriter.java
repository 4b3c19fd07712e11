package dev.sluice.serializers.protobuf;

import dev.sluice.api.record.FieldType;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.serializers.support.RowStager;
import dev.sluice.serializers.support.RowStarts;
import java.util.Arrays;

/**
 * Writes one type of a batch after the other, from rows to columns. For one thread; allocates
 * nothing once its columns have grown.
 */
final class TypeWriter {
  private final RowStager stager;
  private final WireWriter out;
  private final ColumnEncoder encoder;

  /** Columns of the current type, by field. */
  private long[][] columns = new long[0][];

  /** Whether a column has only one value, by field; not used. */
  private boolean[] constant = new boolean[0];

  TypeWriter(RowStager stager, WireWriter out, ColumnEncoder encoder) {
    this.stager = stager;
    this.out = out;
    this.encoder = encoder;
  }

  /** Writes the rows of a type. */
  void write(TypeEncoder type, RowStarts rows) throws RecordEncodeException {
    reserve(type.fields.length, rows.count());
    stager.stage(type, rows, columns, constant);
    int begin = out.begin(ProtobufFormat.BODY_TYPES);
    out.bytes(ProtobufFormat.TYPE_NAME, type.name, 0, type.name.length);
    out.number(ProtobufFormat.TYPE_VERSION, type.type().version());
    for (int i = 0; i < type.fields.length && !out.overflowed(); i++) {
      field(type, i, rows);
    }
    out.end(begin);
  }

  private void reserve(int fields, int count) {
    int known = columns.length;
    if (known < fields) {
      constant = new boolean[fields];
      columns = Arrays.copyOf(columns, fields);
      Arrays.fill(columns, known, fields, new long[0]);
    }
    for (int i = 0; i < fields; i++) {
      if (columns[i].length < count) {
        columns[i] = new long[Math.max(count, 2 * columns[i].length)];
      }
    }
  }

  private void field(TypeEncoder type, int field, RowStarts rows) {
    FieldType fieldType = type.fields[field].type();
    int begin = out.begin(ProtobufFormat.TYPE_FIELDS);
    out.bytes(ProtobufFormat.FIELD_NAME, type.fieldNames[field], 0, type.fieldNames[field].length);
    out.number(ProtobufFormat.FIELD_TYPE, fieldType.number());
    out.number(ProtobufFormat.FIELD_ROLE, type.fields[field].role().ordinal());
    int column = out.begin(ProtobufFormat.FIELD_COLUMN);
    encoder.encode(
        type.plans[field], columns[field], rows.count(), columns, type.references[field]);
    if (fieldType.hasContent()) {
      int content = out.begin(ProtobufFormat.COLUMN_CONTENT);
      stager.copyBytes(type, field, rows, out);
      out.end(content);
    }
    out.end(column);
    out.end(begin);
  }
}
