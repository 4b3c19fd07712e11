package dev.sluice.serializers.protobuf;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.serializers.support.Description;
import dev.sluice.serializers.support.PageType;
import dev.sluice.serializers.support.Wtf8;
import java.util.ArrayList;
import java.util.List;

/** A message {@code RecordType} that was read. For one thread. */
final class TypeMessage {
  private static final Field.Role[] ROLES = Field.Role.values();

  /** Number of rows of the type in the chunk. */
  int rows;

  private final int at;
  private final WireReader source;
  private byte[] name = {};
  private int version;
  private final List<FieldMessage> fields = new ArrayList<>();

  /** A message {@code Field}. */
  private static final class FieldMessage {
    int at;
    byte[] name = {};
    int type;
    int role;
    final Column column = new Column();
  }

  /** Reads the message. */
  TypeMessage(WireReader in) throws MalformedChunkException {
    source = in;
    at = in.position();
    int outer = in.enter();
    while (in.next()) {
      switch (in.tag()) {
        case ProtobufFormat.TYPE_NAME << 3 | ProtobufFormat.DELIMITED -> name = in.bytes();
        case ProtobufFormat.TYPE_VERSION << 3 -> version = (int) in.varint();
        case ProtobufFormat.TYPE_FIELDS << 3 | ProtobufFormat.DELIMITED -> fields.add(field(in));
        default -> in.skip();
      }
      if (fields.size() > RecordType.MAX_FIELDS) {
        throw in.malformed("type has more than " + RecordType.MAX_FIELDS + " fields");
      }
    }
    in.leave(outer);
  }

  private static FieldMessage field(WireReader in) throws MalformedChunkException {
    FieldMessage field = new FieldMessage();
    field.at = in.position();
    int outer = in.enter();
    while (in.next()) {
      switch (in.tag()) {
        case ProtobufFormat.FIELD_NAME << 3 | ProtobufFormat.DELIMITED -> field.name = in.bytes();
        case ProtobufFormat.FIELD_TYPE << 3 -> field.type = (int) in.varint();
        case ProtobufFormat.FIELD_ROLE << 3 -> field.role = (int) in.varint();
        case ProtobufFormat.FIELD_COLUMN << 3 | ProtobufFormat.DELIMITED -> field.column.read(in);
        default -> in.skip();
      }
    }
    in.leave(outer);
    return field;
  }

  /** Makes the type from the message. */
  PageType resolve() throws MalformedChunkException {
    List<Field> resolved = new ArrayList<>(fields.size());
    String unknown = null;
    String predictor = null;
    int position = at;
    try {
      for (FieldMessage field : fields) {
        position = field.at;
        resolved.add(resolve(field));
        unknown = unknown == null ? unknown(field) : unknown;
        predictor = predictor == null ? field.column.unknown() : predictor;
      }
      unknown = unknown == null ? predictor : unknown;
      position = at;
      return new PageType(new RecordType(text(name, at, "type"), version, resolved), unknown);
    } catch (IllegalArgumentException e) {
      // The rules of names and roles are the record model's.
      throw source.malformed(position, "schema: " + Description.printable(e.getMessage()));
    }
  }

  /**
   * Makes a field; for the rules of names and roles, an unknown type counts as long and an unknown
   * role as plain.
   */
  private Field resolve(FieldMessage field) throws MalformedChunkException {
    FieldType known = FieldType.byNumber(field.type);
    return new Field(
        text(field.name, field.at, "field"),
        known == null ? FieldType.LONG : known,
        isRole(field.role) ? ROLES[field.role] : Field.Role.PLAIN);
  }

  private static boolean isRole(int role) {
    return role >= 0 && role < ROLES.length;
  }

  private String text(byte[] utf8, int position, String what) throws MalformedChunkException {
    if (Wtf8.firstWrong(utf8, 0, utf8.length) >= 0) {
      throw source.malformed(position, "name of a " + what + " is no WTF-8");
    }
    return Wtf8.decode(utf8, 0, utf8.length);
  }

  /** Returns the type or role that is not known; null if both are. */
  private static String unknown(FieldMessage field) {
    if (FieldType.byNumber(field.type) == null) {
      return "field type " + Integer.toUnsignedString(field.type);
    }
    return isRole(field.role) ? null : "field role " + Integer.toUnsignedString(field.role);
  }

  int fields() {
    return fields.size();
  }

  /** Returns the position of a field, for errors. */
  int fieldAt(int field) {
    return fields.get(field).at;
  }

  Column column(int field) {
    return fields.get(field).column;
  }

  /** Checks all columns without their values. */
  void check(PageType type) throws MalformedChunkException {
    for (int i = 0; i < fields.size(); i++) {
      Column column = column(i);
      column.check(rows);
      if (column.isReference() && !type.isReference(i, column.reference())) {
        String other = Integer.toUnsignedString(column.reference());
        throw source.malformed(fieldAt(i), "column " + i + " must not refer to field " + other);
      }
    }
  }
}
