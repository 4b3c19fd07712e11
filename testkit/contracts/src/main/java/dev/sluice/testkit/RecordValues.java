package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Records as lists that {@code equals} compares exactly: the type's qualified name, then the boxed
 * values; floats and doubles by their raw bits, byte arrays as text.
 */
public final class RecordValues {
  private RecordValues() {}

  /** Returns the remaining records of a cursor. */
  public static List<List<Object>> of(RecordCursor cursor) {
    List<List<Object>> records = new ArrayList<>();
    while (cursor.next()) {
      records.add(current(cursor));
    }
    return records;
  }

  /** Returns the current record of a cursor. */
  public static List<Object> current(RecordCursor cursor) {
    List<Object> values = new ArrayList<>();
    values.add(cursor.type().qualifiedName());
    for (int i = 0; i < cursor.type().fields().size(); i++) {
      values.add(value(cursor, i));
    }
    return values;
  }

  /** Returns the remaining records of columns of a chunk, in the order of their rows. */
  public static List<List<Object>> of(ColumnCursor cursor) {
    SortedMap<Integer, List<Object>> records = new TreeMap<>();
    while (cursor.next()) {
      addTo(records, cursor.batch());
    }
    return List.copyOf(records.values());
  }

  /** Adds the rows of a batch by their ordinals in the chunk. */
  public static void addTo(Map<Integer, List<Object>> records, ColumnBatch batch) {
    int[] ordinals = new int[batch.rows()];
    batch.ordinals(ordinals);
    for (int row = 0; row < batch.rows(); row++) {
      List<Object> values = new ArrayList<>();
      values.add(batch.type().qualifiedName());
      for (int i = 0; i < batch.type().fields().size(); i++) {
        values.add(value(batch, i, row));
      }
      assertThat(records.put(ordinals[row], values)).as("row %d twice", ordinals[row]).isNull();
    }
  }

  private static Object value(ColumnBatch batch, int i, int row) {
    long cell = batch.values()[batch.start(i) + row];
    return switch (batch.type().fields().get(i).type()) {
      case BOOLEAN -> cell != 0;
      case BYTE -> (byte) cell;
      case SHORT -> (short) cell;
      case CHAR -> (char) cell;
      case INT -> (int) cell;
      case LONG, DOUBLE -> cell;
      case FLOAT -> bits(Float.intBitsToFloat((int) cell));
      case STRING, ENUM -> {
        assertThat(cell).isBetween((long) batch.minId(), (long) batch.maxId());
        yield batch.text(cell);
      }
      case BYTES -> {
        byte[] bytes = batch.bytes(i, row);
        assertThat(cell == 0).isEqualTo(bytes == null);
        yield text(bytes);
      }
    };
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
      case BYTES -> text(cursor.bytes(i));
    };
  }

  private static String text(byte[] bytes) {
    return bytes == null ? null : Arrays.toString(bytes);
  }

  /**
   * Returns the raw bits of a float after a conversion to double, because a cursor returns floats
   * as doubles, which may quieten a signalling NaN.
   */
  private static int bits(float number) {
    int bits = Float.floatToRawIntBits(number);
    return Float.isNaN(number) ? bits | 0x0040_0000 : bits;
  }

  /** Returns the list that {@link #of} returns for a record with these values. */
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
