package dev.sluice.serializers.support;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.record.Rows;
import dev.sluice.api.spi.DecodeLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Records as lists of values, the simplest result of a decoder. Every value is checked when it is
 * added. For one thread.
 */
public final class RecordList implements RecordCursor {
  private final List<RecordType> types = new ArrayList<>();
  private final List<Entry> entries = new ArrayList<>();

  /** Texts by themselves, so that equal texts are one object. */
  private final Map<String, String> texts = new HashMap<>();

  private final long clockOffset;
  private final int bodyAt;
  private final int maxTypes;
  private final int records;
  private int next;
  private Entry current;

  private record Entry(RecordType type, Object[] values) {}

  /**
   * Creates an empty list for the records of a chunk whose body is not compressed as a whole.
   *
   * @throws MalformedChunkException if the body is compressed, or the chunk is beyond the limits
   */
  public RecordList(Chunk chunk, DecodeLimits limits) throws MalformedChunkException {
    limits.check(chunk);
    if (chunk.header().compression() != 0) {
      throw chunk.header().unknownCompression();
    }
    this.clockOffset = chunk.accounting().clockOffset();
    this.bodyAt = chunk.header().length();
    this.records = chunk.header().recordCount();
    this.maxTypes = limits.maxTypes();
  }

  /**
   * Adds a type; its place is the number of types before it.
   *
   * @throws IllegalArgumentException if the limit of types is reached
   */
  public void addType(RecordType type) {
    if (types.size() == maxTypes) {
      throw new IllegalArgumentException("more than " + maxTypes + " types");
    }
    types.add(type);
  }

  /**
   * Returns the type at a place.
   *
   * @throws IllegalArgumentException if there is none
   */
  public RecordType type(int place) {
    if (place < 0 || place >= types.size()) {
      throw new IllegalArgumentException("record of type " + place + " of " + types.size());
    }
    return types.get(place);
  }

  /** Returns the exception for a body that could not be read because of another exception. */
  public MalformedChunkException malformed(Exception cause) {
    // The JVM leaves out the message of an exception that it throws often.
    String message = cause.getMessage();
    String why = message == null ? cause.getClass().getSimpleName() : message;
    return new MalformedChunkException(
        bodyAt, "body cannot be read: " + Description.printable(why), cause);
  }

  /**
   * Returns this list after all records were added.
   *
   * @throws IllegalArgumentException if the number of records is not the header's
   */
  public RecordList complete() {
    if (entries.size() != records) {
      throw new IllegalArgumentException(entries.size() + " records instead of " + records);
    }
    return this;
  }

  /**
   * Adds a record.
   *
   * @param type one of {@link #types}
   * @param values one for each field, which become the list's: a {@code Boolean}; a {@code Long}
   *     for the other integers; a {@code Double} for a float or double; a {@code String} or null
   *     for a text; a {@code byte[]} or null for a byte array
   * @throws IllegalArgumentException if their number, a class or a value is not what the type says
   */
  public void add(RecordType type, Object... values) {
    if (values.length != type.fields().size()) {
      throw new IllegalArgumentException(
          type.qualifiedName() + " has " + type.fields().size() + " fields, not " + values.length);
    }
    for (int i = 0; i < values.length; i++) {
      Field field = type.fields().get(i);
      if (!fits(field.type(), values[i])) {
        throw new IllegalArgumentException(
            "a value of " + Description.printable(field.name()) + " is no " + field.type());
      }
      if (values[i] instanceof String text) {
        values[i] = texts.computeIfAbsent(text, t -> t);
      }
    }
    entries.add(new Entry(type, values));
  }

  private static boolean fits(FieldType type, Object value) {
    return switch (type) {
      case BOOLEAN -> value instanceof Boolean;
      case FLOAT, DOUBLE -> value instanceof Double;
      case BYTE, SHORT, CHAR, INT, LONG -> value instanceof Long number && inRange(type, number);
      case STRING, ENUM ->
          value == null
              || value instanceof String text && Rows.textBytes(text) <= RowLayout.MAX_INLINE_BYTES;
      case BYTES ->
          value == null
              || value instanceof byte[] bytes && bytes.length <= RowLayout.MAX_INLINE_BYTES;
    };
  }

  private static boolean inRange(FieldType type, long number) {
    int unused = Long.SIZE - type.bits();
    long kept = number << unused;
    return number == (type.isSigned() ? kept >> unused : kept >>> unused);
  }

  @Override
  public boolean next() {
    if (next == entries.size()) {
      return false;
    }
    current = entries.get(next++);
    return true;
  }

  @Override
  public RecordType type() {
    return current.type;
  }

  @Override
  public long longValue(int field) {
    if (current.values[field] instanceof Boolean flag) {
      return flag ? 1 : 0;
    }
    long number = (Long) current.values[field];
    return current.type.fields().get(field).isInstant() ? number + clockOffset : number;
  }

  @Override
  public double doubleValue(int field) {
    return (Double) current.values[field];
  }

  @Override
  public String text(int field) {
    return (String) current.values[field];
  }

  @Override
  public byte[] bytes(int field) {
    byte[] bytes = (byte[]) current.values[field];
    return bytes == null ? null : bytes.clone();
  }

  @Override
  public List<RecordType> types() {
    return types;
  }
}
