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
  static final int MOST_TEXT = 16 << 20;

  private final Kind[] kinds;
  final long[][] numbers;
  final byte[][][] texts;

  /** True where a number is null. */
  final boolean[][] nulls;

  int rows;

  /** Of all its texts. */
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

  /** Whether no row should be added, for it has enough of them or of text. */
  boolean isFull() {
    return rows == ROWS || textBytes > MOST_TEXT;
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
        writeNumbers(i, to.vector(i));
      }
    }
    return rows;
  }

  private void writeNumbers(int column, DuckDBWritableVector to) {
    long[] from = numbers[column];
    switch (kinds[column]) {
      case BOOLEAN -> {
        for (int row = 0; row < rows; row++) {
          to.setBoolean(row, from[row] != 0);
        }
      }
      case BYTE -> {
        for (int row = 0; row < rows; row++) {
          to.setByte(row, (byte) from[row]);
        }
      }
      case SHORT -> {
        for (int row = 0; row < rows; row++) {
          to.setShort(row, (short) from[row]);
        }
      }
      case INT -> {
        for (int row = 0; row < rows; row++) {
          to.setInt(row, (int) from[row]);
        }
      }
      case LONG, INSTANT -> {
        for (int row = 0; row < rows; row++) {
          to.setLong(row, from[row]);
        }
      }
      case FLOAT -> {
        for (int row = 0; row < rows; row++) {
          to.setFloat(row, Float.intBitsToFloat((int) from[row]));
        }
      }
      case DOUBLE -> {
        for (int row = 0; row < rows; row++) {
          to.setDouble(row, Double.longBitsToDouble(from[row]));
        }
      }
      default -> throw new IllegalStateException(kinds[column] + " is no number");
    }
    boolean[] absent = nulls[column];
    for (int row = 0; absent != null && row < rows; row++) {
      if (absent[row]) {
        to.setNull(row);
      }
    }
  }
}
