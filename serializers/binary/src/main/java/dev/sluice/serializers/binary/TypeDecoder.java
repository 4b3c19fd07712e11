package dev.sluice.serializers.binary;

import dev.sluice.api.binding.Varint;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
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

  private TypeDecoder(RecordType type) {
    this.type = type;
    this.fields = type.fields().toArray(new Field[0]);
    this.timeField = type.recordTimeField();
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
    return strings.text(in.bounded("string id of a name", 1, strings.maxId()));
  }

  /**
   * Whether a column of this field may be predicted from the other, which must be decoded before.
   */
  boolean isReference(int field, int other) {
    return other < fields.length
        && other != field
        && (other > field || other == timeField)
        && fields[other].type().isIntegral();
  }
}
