package dev.sluice.testkit;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Records as lists that {@code equals} compares exactly: the type's qualified name, then the boxed
 * values; floats and doubles by their raw bits, byte arrays as text.
 */
public final class RecordValues {
  private RecordValues() {}

  /** All records that the cursor has still to give. */
  public static List<List<Object>> of(RecordCursor cursor) {
    List<List<Object>> records = new ArrayList<>();
    while (cursor.next()) {
      List<Object> values = new ArrayList<>();
      values.add(cursor.type().qualifiedName());
      for (int i = 0; i < cursor.type().fields().size(); i++) {
        values.add(value(cursor, i));
      }
      records.add(values);
    }
    return records;
  }

  private static Object value(RecordCursor cursor, int i) {
    Field field = cursor.type().fields().get(i);
    return switch (field.type()) {
      case BOOLEAN -> cursor.longValue(i) != 0;
      case BYTE -> (byte) cursor.longValue(i);
      case SHORT -> (short) cursor.longValue(i);
      case CHAR -> (char) cursor.longValue(i);
      case INT -> (int) cursor.longValue(i);
      case LONG -> cursor.longValue(i);
      case FLOAT -> bits((float) cursor.doubleValue(i));
      case DOUBLE -> Double.doubleToRawLongBits(cursor.doubleValue(i));
      case STRING, ENUM -> cursor.text(i);
      case BYTES -> cursor.bytes(i) == null ? null : Arrays.toString(cursor.bytes(i));
    };
  }

  /** A cursor gives floats as doubles, which may quieten a signalling NaN and so does this. */
  private static int bits(float number) {
    int bits = Float.floatToRawIntBits(number);
    return Float.isNaN(number) ? bits | 0x0040_0000 : bits;
  }

  /** What {@link #of} gives for a record with these values. */
  public static List<Object> expected(String qualifiedName, Object... values) {
    List<Object> expected = new ArrayList<>();
    expected.add(qualifiedName);
    for (Object value : values) {
      if (value instanceof Float number) {
        expected.add(bits(number));
      } else if (value instanceof Double number) {
        expected.add(Double.doubleToRawLongBits(number));
      } else if (value instanceof byte[] bytes) {
        expected.add(Arrays.toString(bytes));
      } else {
        expected.add(value);
      }
    }
    return expected;
  }
}
