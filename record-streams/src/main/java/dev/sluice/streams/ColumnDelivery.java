package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.record.ColumnCursor;

/** Hands batches of columns over one after the other. */
final class ColumnDelivery extends Delivery {
  private final ColumnCursor cursor;
  private final ColumnConsumer consumer;

  ColumnDelivery(
      Chunk chunk,
      SourcePosition position,
      ColumnCursor cursor,
      ErrorPolicy policy,
      ColumnConsumer consumer) {
    super(chunk, position, cursor.unread(), policy);
    this.cursor = cursor;
    this.consumer = consumer;
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
  void handOver() {
    consumer.accept(cursor.batch(), chunk());
  }
}
