package dev.sluice.tools.parquet;

import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.FieldType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of a column in a row group. Texts are ids of a dictionary that is made with them,
 * because a chunk's own ids hold for it alone. For one thread.
 */
final class ColumnBuffer {
  /** Ids of texts in chunks that are remembered. */
  private static final int MAX_IDS = 1 << 16;

  private static final long NANOS_OF_MICRO = 1_000;

  private final FieldType type;
  private final boolean micros;
  private final List<byte[]> dictionary = new ArrayList<>();
  private final Map<String, Integer> codes = new HashMap<>();
  private String[] knownTexts = new String[16];
  private int[] knownCodes = new int[16];
  private long[] cells = new long[64];
  private long[] present;
  private int rows;
  private int values;
  private long textBytes;

  /** Creates a buffer for fields of the given type. */
  ColumnBuffer(FieldType type) {
    this(type, false);
  }

  private ColumnBuffer(FieldType type, boolean micros) {
    this.type = type;
    this.micros = micros;
  }

  /** Creates a buffer for instants, which are kept as whole microseconds since the epoch. */
  static ColumnBuffer ofMicros() {
    return new ColumnBuffer(FieldType.LONG, true);
  }

  /** Returns whether its values are microseconds since the epoch. */
  boolean isMicros() {
    return micros;
  }

  FieldType type() {
    return type;
  }

  /** Returns whether there may be nulls. */
  boolean isOptional() {
    return type.isReference();
  }

  /** Returns whether its values are texts or bytes. */
  boolean isBinary() {
    return type.isReference() || type == FieldType.CHAR;
  }

  /** Returns the values that are not null, or the places of texts in the {@link #dictionary}. */
  long[] cells() {
    return cells;
  }

  /** Returns 1 for each row with a value and 0 for each without. */
  long[] present() {
    return present;
  }

  int rows() {
    return rows;
  }

  /** Returns how many values are not null. */
  int values() {
    return values;
  }

  List<byte[]> dictionary() {
    return dictionary;
  }

  /** Bytes of the dictionary's texts. */
  long textBytes() {
    return textBytes;
  }

  private void reserve(int more) {
    if (rows + more > cells.length) {
      cells = Arrays.copyOf(cells, Math.max(rows + more, 2 * cells.length));
    }
    if (isOptional() && (present == null || present.length < cells.length)) {
      present = present == null ? new long[cells.length] : Arrays.copyOf(present, cells.length);
    }
  }

  /** Adds a field's column of a batch. */
  void add(ColumnBatch batch, int field) {
    int more = batch.rows();
    int start = batch.start(field);
    reserve(more);
    if (!isBinary()) {
      System.arraycopy(batch.values(), start, cells, rows, more);
      for (int i = rows; micros && i < rows + more; i++) {
        cells[i] = Math.floorDiv(cells[i], NANOS_OF_MICRO); // down, before 1970 too
      }
      rows += more;
      values += more;
      return;
    }
    for (int row = 0; row < more; row++) {
      long cell = batch.values()[start + row];
      switch (type) {
        case CHAR -> put(code(String.valueOf((char) cell)));
        case BYTES -> put(entry(batch.bytes(field, row)));
        default -> put(code(batch, cell));
      }
    }
  }

  /** Adds the same text, or null, some times. */
  void add(String text, int times) {
    reserve(times);
    int code = text == null ? -1 : code(text);
    for (int i = 0; i < times; i++) {
      put(code);
    }
  }

  private void put(int code) {
    if (code >= 0) {
      cells[values++] = code;
    }
    if (present != null) {
      present[rows] = code >= 0 ? 1 : 0;
    }
    rows++;
  }

  /** A decoder has the same object for the same text, often for many chunks. */
  private int code(ColumnBatch batch, long id) {
    String text = batch.text(id);
    if (text == null) {
      return -1;
    }
    int at = (int) Math.min(id - batch.minId(), MAX_IDS);
    if (at == MAX_IDS) {
      return code(text);
    }
    if (at >= knownTexts.length) {
      int size = Math.max(at + 1, 2 * knownTexts.length);
      knownTexts = Arrays.copyOf(knownTexts, size);
      knownCodes = Arrays.copyOf(knownCodes, size);
    }
    if (knownTexts[at] != text) {
      knownTexts[at] = text;
      knownCodes[at] = code(text);
    }
    return knownCodes[at];
  }

  private int code(String text) {
    Integer known = codes.get(text);
    if (known != null) {
      return known;
    }
    int code = entry(text.getBytes(StandardCharsets.UTF_8));
    codes.put(text, code);
    return code;
  }

  private int entry(byte[] bytes) {
    if (bytes == null) {
      return -1;
    }
    dictionary.add(bytes);
    textBytes += bytes.length;
    return dictionary.size() - 1;
  }

  void clear() {
    rows = 0;
    values = 0;
    textBytes = 0;
    dictionary.clear();
    codes.clear();
    Arrays.fill(knownTexts, null);
  }
}
