package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.support.TimeRange;

/** Delivers records one after the other. */
final class RecordDelivery extends Delivery {
  private final RecordCursor cursor;
  private final RecordConsumer consumer;

  RecordDelivery(
      Chunk chunk,
      SourcePosition position,
      RecordCursor cursor,
      TimeRange range,
      ErrorPolicy policy,
      RecordConsumer consumer) {
    super(chunk, position, cursor.unread(), policy);
    this.cursor = range.includes(chunk.accounting()) ? cursor : new RecordsWithin(cursor, range);
    this.consumer = consumer;
  }

  @Override
  boolean isDivisible() {
    return true;
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
    return 1;
  }

  @Override
  void deliver() {
    consumer.accept(cursor, chunk());
  }
}
