package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.record.IncompatibleTypeException;
import dev.sluice.api.record.UnreadRecords;
import java.util.List;
import java.util.stream.Collectors;

/** A decoded chunk whose records are delivered part by part. */
abstract class Delivery {
  /** Maximum number of unreadable types that a reason names. */
  private static final int MAX_NAMED_TYPES = 3;

  private final Chunk chunk;
  private final SourcePosition position;
  private final ErrorPolicy policy;
  private int delivered;
  private int rejected;
  private String reason;

  /** Number of records that were delivered or rejected one by one, now or before. */
  private int handled;

  /** Number of records that the decoder rejected before the first part. */
  private final int unreadable;

  /** Number of records that were delivered before. */
  private int before;

  Delivery(Chunk chunk, SourcePosition position, List<UnreadRecords> unread, ErrorPolicy policy) {
    this.chunk = chunk;
    this.position = position;
    this.policy = policy;
    int count = unread.stream().mapToInt(UnreadRecords::count).sum();
    if (count > 0) {
      reject(count, describe(unread), null);
    }
    unreadable = count;
  }

  private static String describe(List<UnreadRecords> unread) {
    String types =
        unread.stream()
            .limit(MAX_NAMED_TYPES)
            .map(records -> records.type() + " (" + records.reason() + ")")
            .collect(Collectors.joining(", "));
    return "this version does not know how they are stored: "
        + types
        + (unread.size() > MAX_NAMED_TYPES ? " and other types" : "");
  }

  /** Skips the records that were delivered before. */
  final void skip(Positions.Begun begun) {
    while (handled < begun.records() && advance()) {
      handled++;
    }
    rejected += Math.min(handled, begun.rejected());
    before = handled - Math.min(handled, begun.rejected());
    delivered += before;
  }

  /**
   * Returns the position if the next part is not delivered, or null if there is none to save.
   *
   * @param fingerprint that of the chunk
   */
  final Positions.Begun begun(String fingerprint) {
    return handled == 0
        ? null
        : new Positions.Begun(
            chunk.accounting().sequence(),
            fingerprint,
            handled,
            Math.min(handled, rejected - unreadable));
  }

  /** Returns whether a stream can stop before the next part, and continue there later. */
  boolean isDivisible() {
    return false;
  }

  /** Delivers the next part that can be read; returns false if there is none. */
  final boolean next() {
    while (advance()) {
      int records = size();
      handled += records;
      try {
        deliver();
        delivered += records;
        return true;
      } catch (RecordRejectedException e) {
        reject(records, e.getMessage(), e.getCause() == null ? e : e.getCause());
      } catch (IncompatibleTypeException e) {
        reject(records, e.toString(), e);
      }
    }
    return false;
  }

  private boolean advance() {
    try {
      return step();
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      // A decoder must not do that; what it had not told yet is lost.
      int rest = chunk.header().recordCount() - delivered - rejected - leftOut();
      reject(Math.max(1, rest), e.toString(), e);
      return false;
    }
  }

  /**
   * Returns the number of records that were left out because the consumer does not want their
   * types.
   */
  abstract int leftOut();

  /** Moves to the next part; returns false after the last. */
  abstract boolean step();

  /** Returns the number of records of the part. */
  abstract int size();

  /** Delivers the part to the consumer. */
  abstract void deliver();

  private void reject(int records, String why, Throwable cause) {
    if (policy == ErrorPolicy.STOP) {
      throw StoppedException.at(position, "record cannot be read: " + why, cause);
    }
    rejected += records;
    reason = reason == null ? why : reason;
  }

  final Chunk chunk() {
    return chunk;
  }

  final SourcePosition position() {
    return position;
  }

  final int delivered() {
    return delivered;
  }

  /** Returns the number of records that this stream delivered now. */
  final int deliveredNow() {
    return delivered - before;
  }

  /** Returns the number of records that could not be read. */
  final int rejected() {
    return rejected;
  }

  /** Returns the reason why the first rejected record could not be read. */
  final String reason() {
    return rejected
        + " of "
        + (delivered + rejected)
        + " records cannot be read: "
        + (reason == null ? "reported when the first of them were delivered" : reason);
  }
}
