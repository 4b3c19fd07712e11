package dev.sluice.tools.rows;

import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.record.Rows;
import java.util.Arrays;
import java.util.List;

/** A record that was parsed from elsewhere: a cursor that stands on it. For one thread. */
public final class ParsedRecord implements RecordCursor {
  /** Each char has at most three bytes. */
  private static final int SURELY_SHORT = RowLayout.MAX_INLINE_BYTES / 3;

  private RecordType type;
  private long[] bits = new long[RecordType.MAX_FIELDS];
  private String[] texts = new String[RecordType.MAX_FIELDS];
  private byte[][] contents = new byte[RecordType.MAX_FIELDS][];

  /** Creates an empty record. */
  public ParsedRecord() {}

  /** Begins a record whose values are 0 and null. */
  public ParsedRecord begin(RecordType next) {
    type = next;
    int count = next.fields().size();
    Arrays.fill(bits, 0, count, 0);
    Arrays.fill(texts, 0, count, null);
    Arrays.fill(contents, 0, count, null);
    return this;
  }

  /** Returns this record as one of another type with fields of the same types. */
  public ParsedRecord retype(RecordType other) {
    type = other;
    return this;
  }

  /** Sets a boolean, an integer, an instant in nanoseconds since the epoch. */
  public void set(int field, long value) {
    bits[field] = value;
  }

  /** Sets a float or double. */
  public void set(int field, double value) {
    bits[field] = Double.doubleToRawLongBits(value);
  }

  /** Sets a text. */
  public void set(int field, String value) {
    texts[field] = value;
  }

  /** Sets a byte array. */
  public void set(int field, byte[] value) {
    contents[field] = value;
  }

  /** Returns whether all texts and byte arrays have a length that a record may have. */
  public boolean fits() {
    for (int i = 0; i < type.fields().size(); i++) {
      String text = texts[i];
      if (text != null
              && text.length() > SURELY_SHORT
              && Rows.textBytes(text) > RowLayout.MAX_INLINE_BYTES
          || contents[i] != null && contents[i].length > RowLayout.MAX_INLINE_BYTES) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean next() {
    return false;
  }

  @Override
  public RecordType type() {
    return type;
  }

  @Override
  public long longValue(int field) {
    return bits[field];
  }

  @Override
  public double doubleValue(int field) {
    return Double.longBitsToDouble(bits[field]);
  }

  @Override
  public String text(int field) {
    return texts[field];
  }

  @Override
  public byte[] bytes(int field) {
    return contents[field];
  }

  @Override
  public List<RecordType> types() {
    return List.of(type);
  }
}
