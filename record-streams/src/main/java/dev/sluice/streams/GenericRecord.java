package dev.sluice.streams;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;

/**
 * A copy of one record with the schema in its chunk; it stays valid. Immutable, but for the arrays
 * of its {@code byte[]} fields.
 */
public final class GenericRecord {
  private final RecordType type;
  private final Object[] values;
  private final Accounting accounting;

  private GenericRecord(RecordType type, Object[] values, Accounting accounting) {
    this.type = type;
    this.accounting = accounting;
    this.values = values;
  }

  /** Copies the current record of a cursor over the given chunk. */
  public static GenericRecord of(RecordCursor cursor, Chunk chunk) {
    RecordType type = cursor.type();
    Object[] values = new Object[type.fields().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(cursor, i, type.fields().get(i));
    }
    return new GenericRecord(type, values, chunk.accounting());
  }

  private static Object value(RecordCursor cursor, int index, Field field) {
    return switch (field.type()) {
      case BOOLEAN -> cursor.longValue(index) != 0;
      case BYTE -> (byte) cursor.longValue(index);
      case SHORT -> (short) cursor.longValue(index);
      case CHAR -> (char) cursor.longValue(index);
      case INT -> (int) cursor.longValue(index);
      case LONG -> cursor.longValue(index);
      case FLOAT -> (float) cursor.doubleValue(index);
      case DOUBLE -> cursor.doubleValue(index);
      case STRING, ENUM -> cursor.text(index);
      case BYTES -> cursor.bytes(index);
    };
  }

  /** Returns the record's type. */
  public RecordType type() {
    return type;
  }

  /** Returns the id of the producer that emitted the record: 16 lower-case hexadecimal digits. */
  public String producer() {
    return accounting.producer();
  }

  /** Returns the name of the producer that emitted the record, or null. */
  public String producerName() {
    return accounting.producerName();
  }

  /** Returns the sequence number of the record's chunk in the producer's stream, from 0. */
  public long chunkSequence() {
    return accounting.sequence();
  }

  /**
   * Returns the value of a field: a boxed primitive, a {@code String} (enums too), a {@code byte[]}
   * or null. Instants are nanoseconds since the epoch.
   *
   * @param field its index in the type
   */
  public Object value(int field) {
    return values[field];
  }

  /**
   * Returns the value of the field with this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Object value(String fieldName) {
    int index = type.indexOf(fieldName);
    if (index < 0) {
      throw new IllegalArgumentException(
          type.qualifiedName() + " has no field '" + fieldName + "'");
    }
    return values[index];
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(type.qualifiedName());
    for (int i = 0; i < values.length; i++) {
      Object value = values[i] instanceof byte[] bytes ? bytes.length + " bytes" : values[i];
      text.append(i == 0 ? " " : ", ")
          .append(type.fields().get(i).name())
          .append('=')
          .append(value);
    }
    return text.toString();
  }
}
