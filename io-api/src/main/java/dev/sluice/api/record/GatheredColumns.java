package dev.sluice.api.record;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * Columns made from rows, for decoders that have only rows. Memory for as many cells as a page has.
 */
final class GatheredColumns implements ColumnCursor, ColumnBatch {
  private final RecordCursor cursor;
  private final Map<RecordType, Rows> byType = new IdentityHashMap<>();
  private final Map<String, Integer> ids = new HashMap<>();
  private final List<String> texts = new ArrayList<>();

  /** The byte arrays of the current page; a cell holds the index plus one. */
  private final List<byte[]> contents = new ArrayList<>();

  /** Rows of the current page that are not yet returned, by type. */
  private final Queue<Rows> page = new ArrayDeque<>();

  private Rows current;
  private long[] values = {};
  private int records;

  /** The rows of one type, one after the other. */
  private static final class Rows {
    final RecordType type;
    final FieldType[] types;
    long[] cells = {};
    int[] ordinals = {};
    int count;

    Rows(RecordType type) {
      this.type = type;
      this.types = type.fields().stream().map(Field::type).toArray(FieldType[]::new);
    }

    void reserve() {
      if (count == ordinals.length) {
        ordinals = Arrays.copyOf(ordinals, Math.max(8, 2 * count));
        cells = Arrays.copyOf(cells, ordinals.length * types.length);
      }
    }
  }

  GatheredColumns(RecordCursor cursor) {
    this.cursor = cursor;
    texts.add(null);
  }

  @Override
  public boolean next() {
    if (current != null) {
      current.count = 0;
      current = null;
    }
    if (page.isEmpty()) {
      gather();
    }
    current = page.poll();
    if (current == null) {
      return false;
    }
    transpose();
    return true;
  }

  private void gather() {
    contents.clear();
    for (int i = 0; i < MAX_ROWS && cursor.next(); i++) {
      Rows rows = byType.computeIfAbsent(cursor.type(), Rows::new);
      if (rows.count == 0) {
        page.add(rows);
      }
      rows.reserve();
      int at = rows.count * rows.types.length;
      for (int field = 0; field < rows.types.length; field++) {
        rows.cells[at + field] = cell(rows.types[field], field);
      }
      rows.ordinals[rows.count++] = records++;
    }
  }

  private long cell(FieldType type, int field) {
    return switch (type) {
      case STRING, ENUM -> id(cursor.text(field));
      case BYTES -> content(cursor.bytes(field));
      case DOUBLE -> Double.doubleToRawLongBits(cursor.doubleValue(field));
      case FLOAT -> Float.floatToRawIntBits((float) cursor.doubleValue(field));
      default -> cursor.longValue(field);
    };
  }

  private int id(String text) {
    if (text == null) {
      return 0;
    }
    Integer id = ids.putIfAbsent(text, texts.size());
    if (id != null) {
      return id;
    }
    texts.add(text);
    return texts.size() - 1;
  }

  private int content(byte[] bytes) {
    if (bytes == null) {
      return 0;
    }
    contents.add(bytes);
    return contents.size();
  }

  private void transpose() {
    int rows = current.count;
    int fields = current.types.length;
    if (values.length < rows * fields) {
      values = new long[rows * fields];
    }
    for (int field = 0; field < fields; field++) {
      for (int row = 0; row < rows; row++) {
        values[field * rows + row] = current.cells[row * fields + field];
      }
    }
  }

  @Override
  public ColumnBatch batch() {
    return this;
  }

  @Override
  public RecordType type() {
    return current.type;
  }

  @Override
  public int rows() {
    return current.count;
  }

  @Override
  public long[] values() {
    return values;
  }

  @Override
  public int start(int field) {
    return field * current.count;
  }

  @Override
  public int minId() {
    return 0;
  }

  @Override
  public int maxId() {
    return texts.size() - 1;
  }

  @Override
  public String text(long id) {
    return texts.get((int) id);
  }

  @Override
  public byte[] bytes(int field, int row) {
    int content = (int) values[start(field) + row];
    return content == 0 ? null : contents.get(content - 1).clone();
  }

  @Override
  public void ordinals(int[] to) {
    System.arraycopy(current.ordinals, 0, to, 0, current.count);
  }

  @Override
  public List<RecordType> types() {
    return cursor.types();
  }

  @Override
  public List<UnreadRecords> unread() {
    return cursor.unread();
  }

  @Override
  public int leftOut() {
    return cursor.leftOut();
  }
}
