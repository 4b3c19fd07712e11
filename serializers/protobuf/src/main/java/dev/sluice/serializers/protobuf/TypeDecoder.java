package dev.sluice.serializers.protobuf;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.UnreadRecords;
import dev.sluice.serializers.support.Description;
import dev.sluice.serializers.support.Wtf8;
import java.util.ArrayList;
import java.util.List;

/** A message {@code RecordType}, whose rows are walked over one after the other. For one thread. */
final class TypeDecoder {
  private static final FieldDecoder[] NO_FIELDS = {};

  private final WireReader source;
  private final int at;
  private byte[] name = {};
  private int version;
  private FieldDecoder[] fields = NO_FIELDS;
  private RecordType type;

  /** The fields in the order in which their values are found: those referred to come first. */
  private FieldDecoder[] sequence;

  private int rows;

  /** What of the type this decoder does not know; null if nothing. */
  private String unknown;

  /** Reads the message. */
  TypeDecoder(WireReader in) throws MalformedChunkException {
    source = in;
    at = in.position();
    List<FieldDecoder> read = new ArrayList<>();
    int outer = in.enter();
    while (in.next()) {
      switch (in.tag()) {
        case ProtobufFormat.TYPE_NAME << 3 | ProtobufFormat.DELIMITED -> name = in.bytes();
        case ProtobufFormat.TYPE_VERSION << 3 -> version = (int) in.varint();
        case ProtobufFormat.TYPE_FIELDS << 3 | ProtobufFormat.DELIMITED ->
            read.add(new FieldDecoder(in));
        default -> in.skip();
      }
      if (read.size() > RecordType.MAX_FIELDS) {
        throw source.malformed("type has more than " + RecordType.MAX_FIELDS + " fields");
      }
    }
    in.leave(outer);
    fields = read.toArray(NO_FIELDS);
  }

  /** Makes the type out of what was read. */
  void resolve() throws MalformedChunkException {
    List<Field> resolved = new ArrayList<>(fields.length);
    for (FieldDecoder field : fields) {
      resolved.add(field.resolve());
      unknown = unknown == null ? field.unknown() : unknown;
    }
    if (Wtf8.firstWrong(name, 0, name.length) >= 0) {
      throw source.malformed(at, "name of a type is no WTF-8");
    }
    try {
      type = new RecordType(Wtf8.decode(name, 0, name.length), version, resolved);
    } catch (IllegalArgumentException e) {
      throw source.malformed(at, "schema: " + Description.printable(e.getMessage()));
    }
    sequence = new FieldDecoder[fields.length];
    int next = 0;
    int time = type.recordTimeField();
    if (time >= 0) {
      sequence[next++] = fields[time];
    }
    for (int i = fields.length - 1; i >= 0; i--) {
      if (i != time) {
        sequence[next++] = fields[i];
      }
    }
  }

  RecordType type() {
    return type;
  }

  /** Whether its records can be read. */
  boolean isKnown() {
    return unknown == null;
  }

  /** Why its records cannot be read. */
  UnreadRecords unread() {
    return new UnreadRecords(type.qualifiedName(), unknown, rows);
  }

  int rows() {
    return rows;
  }

  /** Counts a row of this type. */
  void countRow() {
    rows++;
  }

  /** Checks the columns and all values, so that none fails later. */
  void check(int strings, long clockOffset) throws MalformedChunkException {
    if (!isKnown()) {
      return;
    }
    for (int i = 0; i < fields.length; i++) {
      fields[i].check(fields, i, type.recordTimeField(), rows, strings, clockOffset);
    }
    rewind();
    for (int row = 0; row < rows; row++) {
      advance();
      for (FieldDecoder field : fields) {
        field.checkValue();
      }
    }
    for (FieldDecoder field : fields) {
      field.checkEnd();
    }
  }

  /** Goes to before the first row. */
  void rewind() {
    for (FieldDecoder field : sequence()) {
      field.rewind();
    }
  }

  /** Goes to the next row. */
  void advance() {
    for (FieldDecoder field : sequence()) {
      field.advance();
    }
  }

  private FieldDecoder[] sequence() {
    return isKnown() ? sequence : NO_FIELDS;
  }

  /** A field at the current row. */
  FieldDecoder field(int index) {
    return fields[index];
  }

  void describe(Description description) {
    description.line("rows of %s: %d", type.qualifiedName(), rows);
    for (int i = 0; i < fields.length; i++) {
      description.line(
          "  column %s: %s",
          Description.printable(type.fields().get(i).name()), fields[i].column());
    }
  }
}
