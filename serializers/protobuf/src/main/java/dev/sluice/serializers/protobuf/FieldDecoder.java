package dev.sluice.serializers.protobuf;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RowLayout;
import dev.sluice.serializers.support.Description;
import dev.sluice.serializers.support.Wtf8;

/** A message {@code Field} with its column. For one thread. */
final class FieldDecoder {
  private static final Field.Role[] ROLES = Field.Role.values();

  private final WireReader source;
  private final int at;
  private byte[] name = {};
  private int type;
  private int role;
  private final Column column = new Column();
  private Field field;

  /** Smallest and largest value. */
  private long min;

  private long max;

  /** Added to a value, for instants. */
  private long offset;

  /** The current byte array. */
  private int contentAt;

  private int contentLength;

  /** Reads the message. */
  FieldDecoder(WireReader in) throws MalformedChunkException {
    source = in;
    at = in.position();
    int outer = in.enter();
    while (in.next()) {
      switch (in.tag()) {
        case ProtobufFormat.FIELD_NAME << 3 | ProtobufFormat.DELIMITED -> name = in.bytes();
        case ProtobufFormat.FIELD_TYPE << 3 -> type = (int) in.varint();
        case ProtobufFormat.FIELD_ROLE << 3 -> role = (int) in.varint();
        case ProtobufFormat.FIELD_COLUMN << 3 | ProtobufFormat.DELIMITED -> column.read(in);
        default -> in.skip();
      }
    }
    in.leave(outer);
  }

  /** Makes the field out of what was read. */
  Field resolve() throws MalformedChunkException {
    // For the rules of names and roles an unknown type counts as long, an unknown role as plain.
    FieldType known = FieldType.byNumber(type);
    FieldType fieldType = known == null ? FieldType.LONG : known;
    Field.Role fieldRole = role < 0 || role >= ROLES.length ? Field.Role.PLAIN : ROLES[role];
    if (Wtf8.firstWrong(name, 0, name.length) >= 0) {
      throw malformed("name of a field is no WTF-8");
    }
    try {
      field = new Field(Wtf8.decode(name, 0, name.length), fieldType, fieldRole);
    } catch (IllegalArgumentException e) {
      // The rules of names and roles are the record model's.
      throw malformed("schema: " + Description.printable(e.getMessage()));
    }
    return field;
  }

  /** The type, role or predictor that is not known; null if all are. */
  String unknown() {
    if (FieldType.byNumber(type) == null) {
      return "field type " + Integer.toUnsignedString(type);
    }
    if (role < 0 || role >= ROLES.length) {
      return "field role " + Integer.toUnsignedString(role);
    }
    return column.isKnown() ? null : "predictor " + Integer.toUnsignedString(column.predictor());
  }

  /**
   * Checks the column but for its values.
   *
   * @param fields the fields of the type
   * @param index the place of this one
   * @param time the place of the record time, or -1
   */
  void check(FieldDecoder[] fields, int index, int time, int rows, int strings, long clockOffset)
      throws MalformedChunkException {
    column.check(rows);
    if (column.predictor() == ProtobufFormat.REFERENCE) {
      refer(fields, index, time);
    }
    max =
        switch (field.type()) {
          case STRING, ENUM -> strings;
          case BYTES -> RowLayout.MAX_INLINE_BYTES + 1;
          default -> -1L >>> Long.SIZE - field.type().bits() + (field.type().isSigned() ? 1 : 0);
        };
    min =
        switch (field.type()) {
          case BOOLEAN, CHAR, STRING, ENUM, BYTES -> 0;
          default -> -max - 1;
        };
    offset = field.isInstant() ? clockOffset : 0;
  }

  private void refer(FieldDecoder[] fields, int index, int time) throws MalformedChunkException {
    int other = column.reference();
    boolean there = other >= 0 && other < fields.length && index != time;
    if (!there || other <= index && other != time || !fields[other].field.type().isIntegral()) {
      throw malformed(
          "column " + index + " must not refer to field " + Integer.toUnsignedString(other));
    }
    column.refersTo(fields[other].column);
  }

  /** Goes to before the first row. */
  void rewind() {
    column.rewind();
    contentAt = column.contentFrom();
    contentLength = 0;
  }

  /** Goes to the next row. */
  void advance() {
    column.advance();
    if (field.type().hasContent()) {
      contentAt += contentLength;
      contentLength = (int) Math.max(0, column.value() - 1);
    }
  }

  /** Checks the current value. */
  void checkValue() throws MalformedChunkException {
    if (column.value() < min || column.value() > max) {
      throw malformed(
          "a value of " + Description.printable(field.name()) + " is not " + min + " to " + max);
    }
    if (contentAt + contentLength > column.contentFrom() + column.contentLength()) {
      throw malformed("byte arrays are longer than the column's content");
    }
  }

  /** Checks that all content was used, behind the last row. */
  void checkEnd() throws MalformedChunkException {
    int left = column.contentFrom() + column.contentLength() - contentAt - contentLength;
    if (left != 0) {
      throw malformed(left + " bytes of content are not used");
    }
  }

  private MalformedChunkException malformed(String reason) {
    return source.malformed(at, reason);
  }

  /** The current value, in epoch nanoseconds if it is an instant. */
  long value() {
    return column.value() + offset;
  }

  int contentAt() {
    return contentAt;
  }

  int contentLength() {
    return contentLength;
  }

  Column column() {
    return column;
  }
}
