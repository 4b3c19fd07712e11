package dev.sluice.serializers.binary;

import dev.sluice.api.binding.Varint;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** What an encoder knows about a record type: where fields lie, what did well for them. */
final class TypeEncoder {
  /** Later fields of the same kind that a column may be predicted from. */
  private static final int MAX_REFERENCES = 4;

  final RecordType type;
  final RowLayout layout;
  final Field[] fields;
  final ColumnChoice[] choices;

  /** Index of the record time, or -1. */
  final int timeField;

  /** Number of the chunk that {@link #code} belongs to, and the type's place in its schema. */
  long chunk;

  int code;

  /** Rows of the type in the page being encoded, and where they start in its order. */
  int rows;

  int from;

  final FieldOrder order;
  private final byte[][] names;
  private final int[] nameIds;
  private final int[][] references;

  TypeEncoder(RecordType type) {
    this.type = type;
    this.layout = RowLayout.of(type.fields());
    this.fields = type.fields().toArray(new Field[0]);
    this.timeField = type.recordTimeField();
    this.choices = new ColumnChoice[fields.length];
    this.order = new FieldOrder(fields, timeField);
    this.names = new byte[fields.length + 1][];
    this.nameIds = new int[fields.length + 1];
    this.references = new int[fields.length][];
    names[fields.length] = type.name().getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < fields.length; i++) {
      choices[i] = new ColumnChoice();
      names[i] = fields[i].name().getBytes(StandardCharsets.UTF_8);
      references[i] = referencesOf(i);
    }
  }

  /** Fields whose difference may be small: numbers, instants with instants only. */
  private int[] referencesOf(int field) {
    int[] found = new int[MAX_REFERENCES];
    int count = 0;
    if (timeField >= 0 && field != timeField && fields[field].isInstant()) {
      found[count++] = timeField;
    }
    for (int i = field + 1; i < fields.length && count < found.length; i++) {
      if (i != timeField && isReference(fields[field], fields[i])) {
        found[count++] = i;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private static boolean isReference(Field field, Field later) {
    return field.type().isIntegral()
        && later.type().isIntegral()
        && field.isInstant() == later.isInstant();
  }

  int[] references(int field) {
    return references[field];
  }

  /** Takes the type into a chunk: its names into the string table. */
  void begin(long newChunk, int newCode, StringTableEncoder strings) {
    chunk = newChunk;
    code = newCode;
    for (int i = 0; i < names.length; i++) {
      nameIds[i] = strings.add(names[i]);
    }
  }

  void writeSchema(ByteSink sink) {
    sink.varint(Varint.zigZag(nameIds[fields.length]));
    sink.varint(type.version());
    sink.varint(fields.length);
    for (int i = 0; i < fields.length; i++) {
      sink.varint(Varint.zigZag(nameIds[i]));
      sink.put(fields[i].type().number() | fields[i].role().ordinal() << 4);
    }
  }

  /** Whether the type is still what the row ids stand for. */
  boolean isFor(RecordType other) {
    return type == other || type.equals(other);
  }

  static void writeSchemas(List<TypeEncoder> types, ByteSink sink) {
    sink.varint(types.size());
    for (int i = 0; i < types.size(); i++) {
      types.get(i).writeSchema(sink);
    }
  }
}
