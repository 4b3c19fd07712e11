package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.UnreadRecords;
import dev.sluice.support.TimeRange;
import java.util.List;

/**
 * Filter that leaves out rows of columns that are not in a range of time, by copying the rest; see
 * {@link RecordsWithin} for records.
 */
final class ColumnsWithin implements ColumnCursor, ColumnBatch {
  private final ColumnCursor cursor;
  private final TimeRange range;
  private final int[] rows = new int[MAX_ROWS];
  private final int[] ordinals = new int[MAX_ROWS];
  private int count;
  private long[] values = {};
  private int leftOut;

  /** Returns the rows of a chunk that are in the range; the given cursor if all are. */
  static ColumnCursor of(ColumnCursor cursor, Chunk chunk, TimeRange range) {
    return range.includes(chunk.accounting()) ? cursor : new ColumnsWithin(cursor, range);
  }

  private ColumnsWithin(ColumnCursor cursor, TimeRange range) {
    this.cursor = cursor;
    this.range = range;
  }

  @Override
  public int leftOut() {
    return leftOut + cursor.leftOut();
  }

  @Override
  public boolean next() {
    while (cursor.next()) {
      select(cursor.batch());
      if (count > 0) {
        copy(cursor.batch());
        return true;
      }
    }
    return false;
  }

  private void select(ColumnBatch batch) {
    int time = batch.type().recordTimeField();
    int from = time < 0 ? 0 : batch.start(time);
    count = 0;
    for (int row = 0; row < batch.rows(); row++) {
      rows[count] = row;
      count += time < 0 || range.contains(batch.values()[from + row]) ? 1 : 0;
    }
    leftOut += batch.rows() - count;
  }

  private void copy(ColumnBatch batch) {
    int fields = batch.type().fields().size();
    if (values.length < fields * count) {
      values = new long[fields * count];
    }
    for (int field = 0; field < fields; field++) {
      int from = batch.start(field);
      for (int i = 0; i < count; i++) {
        values[field * count + i] = batch.values()[from + rows[i]];
      }
    }
  }

  @Override
  public ColumnBatch batch() {
    return this;
  }

  @Override
  public RecordType type() {
    return cursor.batch().type();
  }

  @Override
  public int rows() {
    return count;
  }

  @Override
  public long[] values() {
    return values;
  }

  @Override
  public int start(int field) {
    return field * count;
  }

  @Override
  public int minId() {
    return cursor.batch().minId();
  }

  @Override
  public int maxId() {
    return cursor.batch().maxId();
  }

  @Override
  public String text(long id) {
    return cursor.batch().text(id);
  }

  @Override
  public byte[] bytes(int field, int row) {
    return cursor.batch().bytes(field, rows[row]);
  }

  @Override
  public void ordinals(int[] to) {
    cursor.batch().ordinals(ordinals);
    for (int i = 0; i < count; i++) {
      to[i] = ordinals[rows[i]];
    }
  }

  @Override
  public List<RecordType> types() {
    return cursor.types();
  }

  @Override
  public List<UnreadRecords> unread() {
    return cursor.unread();
  }
}
