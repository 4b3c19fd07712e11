package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.Rows;
import dev.sluice.serializers.support.ByteSink;
import dev.sluice.serializers.support.FieldOrder;
import dev.sluice.serializers.support.RowType;
import dev.sluice.serializers.support.StringTable;
import java.util.Arrays;
import java.util.List;

/**
 * State of an encoder for a record type: the places of its fields and the best encodings of its
 * columns.
 */
final class TypeEncoder extends RowType {
  /** Maximum number of strings and enums by which a column may be keyed. */
  private static final int MAX_KEYS = 3;

  final Field[] fields = fields();
  final ColumnChoice[] choices;
  final int[] order;

  /** Index of the record time, or -1. */
  final int timeField;

  /** Number of rows of the type in the page being encoded, and their start in its order. */
  int rows;

  int from;

  private final StringTable strings;
  private final byte[][] names;

  /** Ids of the names, the type's name after those of its fields; static ones stay. */
  private final int[] nameIds;

  /** Whether all names are static, so that the schema is always the same. */
  private boolean fixed = true;

  private final byte[] schema;
  private int schemaLength;
  private final int[][] references;

  /** Strings and enums by which the columns of other fields may be keyed. */
  private final int[] keys;

  TypeEncoder(RecordType type, StringTable strings) {
    super(type);
    this.strings = strings;
    this.timeField = type.recordTimeField();
    this.choices = new ColumnChoice[fields.length];
    this.order = FieldOrder.of(type);
    this.names = new byte[fields.length + 1][];
    this.nameIds = new int[fields.length + 1];
    this.references = new int[fields.length][];
    this.keys = keysOf(fields);
    names[fields.length] = Rows.wtf8(type.name());
    for (int i = 0; i < fields.length; i++) {
      choices[i] = new ColumnChoice();
      names[i] = Rows.wtf8(fields[i].name());
      references[i] = referencesOf(i);
    }
    for (int i = 0; i < names.length; i++) {
      nameIds[i] = Math.min(0, strings.add(names[i]));
      fixed &= nameIds[i] < 0;
    }
    // An id takes five bytes at most, and so does a count.
    this.schema = new byte[5 * 3 + 6 * fields.length];
    putSchema();
  }

  private static int[] keysOf(Field[] fields) {
    int[] found = new int[MAX_KEYS];
    int count = 0;
    for (int i = 0; i < fields.length && count < MAX_KEYS; i++) {
      if (fields[i].type().isText()) {
        found[count++] = i;
      }
    }
    return Arrays.copyOf(found, count);
  }

  /** Returns the fields to which the column of this field may be the difference. */
  int[] references(int field) {
    return references[field];
  }

  /** Returns the fields by which the column of this field may be keyed. */
  int[] keys(int field) {
    return fields[field].type().isText() ? PageEncoder.NO_FIELDS : keys;
  }

  /** Adds the type to a chunk: its names are put into the string table. */
  @Override
  protected void begin() {
    if (!fixed) {
      for (int i = 0; i < names.length; i++) {
        nameIds[i] = nameIds[i] < 0 ? nameIds[i] : strings.add(names[i]);
      }
      putSchema();
    }
  }

  private void putSchema() {
    int p = Varint.put(schema, 0, Varint.zigZag(nameIds[fields.length]));
    p = Varint.put(schema, p, type().version());
    p = Varint.put(schema, p, fields.length);
    for (int i = 0; i < fields.length; i++) {
      p = Varint.put(schema, p, Varint.zigZag(nameIds[i]));
      schema[p++] = (byte) BinaryFormat.code(fields[i]);
    }
    schemaLength = p;
  }

  static void writeSchemas(List<TypeEncoder> types, ByteSink sink) {
    sink.varint(types.size());
    for (int i = 0; i < types.size(); i++) {
      sink.put(types.get(i).schema, 0, types.get(i).schemaLength);
    }
  }
}
