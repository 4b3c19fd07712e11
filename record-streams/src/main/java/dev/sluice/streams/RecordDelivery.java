package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.record.RecordCursor;

/** Hands records over one after the other. */
final class RecordDelivery extends Delivery {
  private final RecordCursor cursor;
  private final RecordConsumer consumer;

  RecordDelivery(
      Chunk chunk,
      SourcePosition position,
      RecordCursor cursor,
      ErrorPolicy policy,
      RecordConsumer consumer) {
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
    return 1;
  }

  @Override
  void handOver() {
    consumer.accept(cursor, chunk());
  }
}
