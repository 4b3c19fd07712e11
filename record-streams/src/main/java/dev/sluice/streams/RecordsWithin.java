package dev.sluice.streams;

import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.UnreadRecords;
import dev.sluice.support.TimeRange;
import java.util.List;

/** Cursor that leaves out the records of a chunk that are not in a range of time. */
final class RecordsWithin implements RecordCursor {
  private final RecordCursor cursor;
  private final TimeRange range;
  private int leftOut;

  RecordsWithin(RecordCursor cursor, TimeRange range) {
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
      int time = cursor.type().recordTimeField();
      if (time < 0 || range.contains(cursor.longValue(time))) {
        return true;
      }
      leftOut++;
    }
    return false;
  }

  @Override
  public RecordType type() {
    return cursor.type();
  }

  @Override
  public long longValue(int field) {
    return cursor.longValue(field);
  }

  @Override
  public double doubleValue(int field) {
    return cursor.doubleValue(field);
  }

  @Override
  public String text(int field) {
    return cursor.text(field);
  }

  @Override
  public byte[] bytes(int field) {
    return cursor.bytes(field);
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
