package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.support.TimeRange;

/** Delivers batches of columns one after the other. */
final class ColumnDelivery extends Delivery {
  private final ColumnCursor cursor;
  private final ColumnConsumer consumer;

  ColumnDelivery(
      Chunk chunk,
      SourcePosition position,
      ColumnCursor cursor,
      TimeRange range,
      ErrorPolicy policy,
      ColumnConsumer consumer) {
    super(chunk, position, cursor.unread(), policy);
    this.cursor = ColumnsWithin.of(cursor, chunk, range);
    this.consumer = consumer;
  }

  @Override
  int leftOut() {
    return cursor.leftOut();
  }

  @Override
  boolean step() {
    return cursor.next();
  }

  @Override
  int size() {
    return cursor.batch().rows();
  }

  @Override
  void deliver() {
    consumer.accept(cursor.batch(), chunk());
  }
}
