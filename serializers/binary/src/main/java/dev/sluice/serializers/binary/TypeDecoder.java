package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.serializers.support.Description;
import java.util.ArrayList;
import java.util.List;

/** A record type of the chunk being decoded, and where its columns lie in the current page. */
final class TypeDecoder {
  private static final Field.Role[] ROLES = Field.Role.values();

  final RecordType type;
  final Field[] fields;

  /** Index of the record time, or -1. */
  final int timeField;

  /** Index of each field's first value in the page's values. */
  final int[] columns;

  /** Rows in the current page, and how many of them the cursor has seen. */
  int rows;

  int seen;

  private final FieldOrder order;

  private TypeDecoder(RecordType type) {
    this.type = type;
    this.fields = type.fields().toArray(new Field[0]);
    this.timeField = type.recordTimeField();
    this.order = new FieldOrder(fields, timeField);
    this.columns = new int[fields.length];
  }

  /** Reads a type of the schema. */
  static TypeDecoder read(Varint.Reader in, StringTableDecoder strings)
      throws MalformedChunkException {
    String name = name(in, strings);
    int version = in.bounded("type version", 1, 0xffff);
    int count = in.bounded("field count", 0, RecordType.MAX_FIELDS);
    List<Field> fields = new ArrayList<>(Math.min(count, in.remaining()));
    for (int i = 0; i < count; i++) {
      fields.add(readField(in, strings));
    }
    try {
      return new TypeDecoder(new RecordType(name, version, fields));
    } catch (IllegalArgumentException e) {
      // The rules of names and roles are the record model's.
      throw in.malformed("schema: " + Description.printable(e.getMessage()));
    }
  }

  private static Field readField(Varint.Reader in, StringTableDecoder strings)
      throws MalformedChunkException {
    String name = name(in, strings);
    int code = in.unsignedByte();
    FieldType type = FieldType.byNumber(code & 0xf);
    if (type == null) {
      throw in.malformed("field type " + (code & 0xf) + " is not known");
    }
    if (code >>> 4 >= ROLES.length) {
      throw in.malformed("field role " + (code >>> 4) + " is not known");
    }
    try {
      return new Field(name, type, ROLES[code >>> 4]);
    } catch (IllegalArgumentException e) {
      throw in.malformed("schema: " + Description.printable(e.getMessage()));
    }
  }

  private static String name(Varint.Reader in, StringTableDecoder strings)
      throws MalformedChunkException {
    long id = in.signedVarint();
    if (id == 0 || id < strings.minId() || id > strings.maxId()) {
      throw in.malformed("string id " + id + " of a name");
    }
    return strings.text((int) id);
  }

  /** Fields in the order of their columns in a group. */
  int[] columnOrder() {
    return order.fields();
  }

  /** Whether a column of this field may hold differences from the other field's. */
  boolean isReference(int field, int other) {
    return isDecoded(field, other) && fields[other].type().isIntegral();
  }

  /** Whether a column of this field may be keyed by the other field's. */
  boolean isKey(int field, int other) {
    return isDecoded(field, other) && fields[other].type().isText();
  }

  private boolean isDecoded(int field, int other) {
    return other < fields.length && order.isBefore(other, field);
  }
}
