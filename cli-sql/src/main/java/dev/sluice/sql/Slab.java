package dev.sluice.sql;

import java.util.Arrays;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBWritableVector;

/**
 * Rows on their way to DuckDB: as many as one of its vectors holds, the wanted columns alone. One
 * thread at a time; {@link Feed} hands it from one to the other.
 */
final class Slab {
  /** Rows of a vector of DuckDB (its STANDARD_VECTOR_SIZE). */
  static final int ROWS = 2048;

  /** Bytes of text, about: 2 KiB of a chunk can stand for terabytes. */
  static final int MAX_TEXT_BYTES = 16 << 20;

  private final Kind[] kinds;
  final long[][] numbers;
  final byte[][][] texts;

  /** True where a number is null. */
  final boolean[][] nulls;

  int rows;

  /** Size of all its texts in bytes. */
  long textBytes;

  Slab(Kind[] kinds) {
    this.kinds = kinds;
    numbers = new long[kinds.length][];
    texts = new byte[kinds.length][][];
    nulls = new boolean[kinds.length][];
    for (int i = 0; i < kinds.length; i++) {
      if (kinds[i].isText()) {
        texts[i] = new byte[ROWS][];
      } else if (kinds[i] != Kind.NOTHING) {
        numbers[i] = new long[ROWS];
      }
    }
  }

  /** Makes some rows of a column null. */
  void putNull(int column, int from, int count) {
    if (texts[column] != null) {
      Arrays.fill(texts[column], from, from + count, null);
    } else if (numbers[column] != null) {
      if (nulls[column] == null) {
        nulls[column] = new boolean[ROWS];
      }
      Arrays.fill(nulls[column], from, from + count, true);
    }
  }

  /** Returns whether no row should be added, for it has enough of them or of text. */
  boolean isFull() {
    return rows == ROWS || textBytes > MAX_TEXT_BYTES;
  }

  /** Empties it. */
  void clear() {
    rows = 0;
    textBytes = 0;
    Arrays.fill(nulls, null);
  }

  /** Writes all rows; the result is their number. */
  int write(DuckDBDataChunkWriter to) {
    for (int i = 0; i < kinds.length; i++) {
      if (texts[i] != null) {
        byte[][] values = rows == ROWS ? texts[i] : Arrays.copyOf(texts[i], rows);
        to.vector(i).setStringUtf8Batch(0, values);
      } else if (numbers[i] != null) {
        writeNumbers(i, to.vector(i), DriverInternals.knowsBuffers());
      }
    }
    return rows;
  }

  /**
   * Writes a column of numbers; with {@code copied} in one piece, which not every driver allows.
   */
  void writeNumbers(int column, DuckDBWritableVector to, boolean copied) {
    long[] values = numbers[column];
    Kind kind = kinds[column];
    if (copied && kind != Kind.SHORT) {
      copy(kind, values, to);
    } else {
      for (int row = 0; row < rows; row++) {
        put(kind, row, values[row], to);
      }
    }
    boolean[] absent = nulls[column];
    for (int row = 0; absent != null && row < rows; row++) {
      if (absent[row]) {
        to.setNull(row);
      }
    }
  }

  private void copy(Kind kind, long[] values, DuckDBWritableVector to) {
    switch (kind) {
      case BOOLEAN, BYTE -> DriverInternals.copyBytes(values, rows, to);
      case INT, FLOAT -> DriverInternals.copyInts(values, rows, to);
      default -> DriverInternals.copy(values, rows, to);
    }
  }

  private static void put(Kind kind, int row, long value, DuckDBWritableVector to) {
    switch (kind) {
      case BOOLEAN -> to.setBoolean(row, value != 0);
      case BYTE -> to.setByte(row, (byte) value);
      case SHORT -> to.setShort(row, (short) value);
      case INT -> to.setInt(row, (int) value);
      case LONG, INSTANT -> to.setLong(row, value);
      case FLOAT -> to.setFloat(row, Float.intBitsToFloat((int) value));
      case DOUBLE -> to.setDouble(row, Double.longBitsToDouble(value));
      default -> throw new IllegalStateException(kind + " is no number");
    }
  }
}
