package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.record.IncompatibleTypeException;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.UnreadRecords;
import java.util.List;
import java.util.stream.Collectors;

/** A decoded chunk whose records are handed over one after the other. */
final class Delivery {
  /** How many types that cannot be read a reason names. */
  private static final int TYPES_TOLD = 3;

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
    int unread = cursor.unread().stream().mapToInt(UnreadRecords::count).sum();
    if (unread > 0) {
      reject(unread, describe(cursor.unread()), null);
    }
  }

  private static String describe(List<UnreadRecords> unread) {
    String types =
        unread.stream()
            .limit(TYPES_TOLD)
            .map(records -> records.type() + " (" + records.reason() + ")")
            .collect(Collectors.joining(", "));
    return "this version does not know how they are stored: "
        + types
        + (unread.size() > TYPES_TOLD ? " and other types" : "");
  }

  /** Hands the next record over that can be read; false if there is none. */
  boolean next(RecordConsumer consumer) {
    while (advance()) {
      try {
        consumer.accept(cursor, chunk);
        delivered++;
        return true;
      } catch (MappingException e) {
        reject(1, e.getCause().toString(), e.getCause());
      } catch (IncompatibleTypeException e) {
        reject(1, e.toString(), e);
      }
    }
    return false;
  }

  private boolean advance() {
    try {
      return cursor.next();
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      // A decoder must not do that; what it had not told yet is lost.
      reject(Math.max(1, chunk.header().recordCount() - delivered - rejected), e.toString(), e);
      return false;
    }
  }

  private void reject(int records, String why, Throwable cause) {
    if (policy == ErrorPolicy.STOP) {
      throw StoppedException.at(position, "record cannot be read: " + why, cause);
    }
    rejected += records;
    reason = reason == null ? why : reason;
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
