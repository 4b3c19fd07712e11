package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.record.IncompatibleTypeException;
import dev.sluice.api.record.RecordCursor;

/** A decoded chunk whose records are handed over one after the other. */
final class Delivery {
  private final Chunk chunk;
  private final SourcePosition position;
  private final RecordCursor cursor;
  private final ErrorPolicy policy;
  private int delivered;
  private int rejected;
  private String reason;

  Delivery(Chunk chunk, SourcePosition position, RecordCursor cursor, ErrorPolicy policy) {
    this.chunk = chunk;
    this.position = position;
    this.cursor = cursor;
    this.policy = policy;
  }

  /** Hands the next record over that can be read; false if there is none. */
  boolean next(RecordConsumer consumer) {
    while (advance()) {
      try {
        consumer.accept(cursor, chunk);
        delivered++;
        return true;
      } catch (MappingException e) {
        reject(1, e.getCause());
      } catch (IncompatibleTypeException e) {
        reject(1, e);
      }
    }
    return false;
  }

  private boolean advance() {
    try {
      return cursor.next();
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      // A decoder must not do that; what it had not told yet is lost.
      reject(Math.max(1, chunk.header().recordCount() - delivered - rejected), e);
      return false;
    }
  }

  private void reject(int records, Throwable cause) {
    if (policy == ErrorPolicy.STOP) {
      throw StoppedException.at(position, "record cannot be read: " + cause, cause);
    }
    rejected += records;
    reason = reason == null ? cause.toString() : reason;
  }

  Chunk chunk() {
    return chunk;
  }

  SourcePosition position() {
    return position;
  }

  int delivered() {
    return delivered;
  }

  /** Records that could not be read. */
  int rejected() {
    return rejected;
  }

  /** Why the first of them could not. */
  String reason() {
    return rejected + " of " + (delivered + rejected) + " records cannot be read: " + reason;
  }
}
