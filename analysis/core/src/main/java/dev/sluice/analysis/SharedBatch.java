package dev.sluice.analysis;

import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A copy of a batch that several workers read, each its own rows, and that is filled again when all
 * of them have. Filled by one thread; the queues that hand it over make what it wrote visible.
 */
final class SharedBatch implements ColumnBatch {
  /** Texts with ids beyond are kept in a map. */
  private static final int DENSE_IDS = 1 << 16;

  private final int[][] rowsOf;
  private final int[] counts;
  private final AtomicInteger readers = new AtomicInteger();
  private final int[] ordinals = new int[ColumnCursor.MAX_ROWS];
  private final Map<Long, String> sparseTexts = new HashMap<>();
  private final Map<Integer, byte[][]> bytes = new HashMap<>();
  private RecordType type;
  private int rows;
  private long[] values = new long[0];
  private int[] starts = new int[0];
  private String[] texts = new String[0];
  private int minId;
  private int maxId;

  SharedBatch(int workers) {
    rowsOf = new int[workers][ColumnCursor.MAX_ROWS];
    counts = new int[workers];
  }

  /**
   * Takes the wanted fields of all rows.
   *
   * @param workerOf by row, the number of the worker that it is for
   */
  void fill(ColumnBatch from, WantedTypes wanted, int[] workerOf) {
    type = from.type();
    rows = from.rows();
    minId = from.minId();
    maxId = from.maxId();
    from.ordinals(ordinals);
    bytes.clear();
    sparseTexts.clear();
    Arrays.fill(texts, null);
    copyColumns(from, wanted);
    Arrays.fill(counts, 0);
    for (int row = 0; row < rows; row++) {
      int worker = workerOf[row];
      rowsOf[worker][counts[worker]++] = row;
    }
    int needed = 0;
    for (int count : counts) {
      needed += count > 0 ? 1 : 0;
    }
    readers.set(needed);
  }

  /** The first column is of zeros, for fields that nobody wants. */
  private void copyColumns(ColumnBatch from, WantedTypes wanted) {
    int[] fields = wanted.fields(type);
    int needed = (fields.length + 1) * rows;
    if (values.length < needed) {
      values = new long[needed];
    }
    if (starts.length < type.fields().size()) {
      starts = new int[type.fields().size()];
    }
    Arrays.fill(values, 0, rows, 0);
    Arrays.fill(starts, 0);
    int at = rows;
    for (int field : fields) {
      System.arraycopy(from.values(), from.start(field), values, at, rows);
      starts[field] = at;
      FieldType kind = wanted.field(field).type();
      if (kind.isText()) {
        copyTexts(from, at);
      } else if (kind.hasContent()) {
        copyBytes(from, field, at);
      }
      at += rows;
    }
  }

  private void copyTexts(ColumnBatch from, int at) {
    boolean dense = maxId - minId < DENSE_IDS;
    if (dense && texts.length <= maxId - minId) {
      texts = Arrays.copyOf(texts, maxId - minId + 1);
    }
    for (int i = at; i < at + rows; i++) {
      long id = values[i];
      if (!dense) {
        sparseTexts.computeIfAbsent(id, from::text);
      } else if (texts[(int) id - minId] == null) {
        texts[(int) id - minId] = from.text(id);
      }
    }
  }

  private void copyBytes(ColumnBatch from, int field, int at) {
    byte[][] contents = new byte[rows][];
    for (int row = 0; row < rows; row++) {
      contents[row] = values[at + row] == 0 ? null : from.bytes(field, row);
    }
    bytes.put(field, contents);
  }

  /** The rows for a worker, the first {@link #count} elements. */
  int[] rows(int worker) {
    return rowsOf[worker];
  }

  /** How many rows are for a worker. */
  int count(int worker) {
    return counts[worker];
  }

  /** A worker has read its rows; true if it was the last one. */
  boolean release() {
    return readers.decrementAndGet() == 0;
  }

  @Override
  public RecordType type() {
    return type;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public long[] values() {
    return values;
  }

  @Override
  public int start(int field) {
    return starts[field];
  }

  @Override
  public int minId() {
    return minId;
  }

  @Override
  public int maxId() {
    return maxId;
  }

  @Override
  public String text(long id) {
    return maxId - minId < DENSE_IDS ? texts[(int) id - minId] : sparseTexts.get(id);
  }

  @Override
  public byte[] bytes(int field, int row) {
    byte[][] contents = bytes.get(field);
    return contents == null || contents[row] == null ? null : contents[row].clone();
  }

  @Override
  public void ordinals(int[] to) {
    System.arraycopy(ordinals, 0, to, 0, rows);
  }
}
