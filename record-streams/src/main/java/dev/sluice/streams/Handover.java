package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.record.IncompatibleTypeException;
import dev.sluice.api.record.UnreadRecords;
import java.util.List;
import java.util.stream.Collectors;

/** A decoded chunk whose records are handed over part by part. */
abstract class Handover {
  /** How many types that cannot be read a reason names. */
  private static final int TYPES_TOLD = 3;

  private final Chunk chunk;
  private final SourcePosition position;
  private final ErrorPolicy policy;
  private int delivered;
  private int rejected;
  private String reason;

  /** Records that were handed over or rejected one by one, with those of before. */
  private int handled;

  /** Rejected by the decoder before the first. */
  private final int unreadable;

  /** Handed over before. */
  private int before;

  Handover(Chunk chunk, SourcePosition position, List<UnreadRecords> unread, ErrorPolicy policy) {
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
            .limit(TYPES_TOLD)
            .map(records -> records.type() + " (" + records.reason() + ")")
            .collect(Collectors.joining(", "));
    return "this version does not know how they are stored: "
        + types
        + (unread.size() > TYPES_TOLD ? " and other types" : "");
  }

  /** Steps over what was handed over before. */
  final void skip(Positions.Begun begun) {
    while (handled < begun.records() && advance()) {
      handled++;
    }
    rejected += Math.min(handled, begun.rejected());
    before = handled - Math.min(handled, begun.rejected());
    delivered += before;
  }

  /**
   * Returns what a position says if the next part is not handed over, or null if that is nothing.
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

  /** Returns whether a stream can stop before the next part, and go on there later. */
  boolean isDivisible() {
    return false;
  }

  /** Hands the next part over that can be read; false if there is none. */
  final boolean next() {
    while (advance()) {
      int records = size();
      handled += records;
      try {
        handOver();
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

  /** Returns records that were left out because nobody asked for them. */
  abstract int leftOut();

  /** Goes to the next part; false after the last. */
  abstract boolean step();

  /** Returns how many records the part has. */
  abstract int size();

  /** Hands the part to the consumer. */
  abstract void handOver();

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

  /** Those of them that this stream handed over now. */
  final int deliveredNow() {
    return delivered - before;
  }

  /** Returns records that could not be read. */
  final int rejected() {
    return rejected;
  }

  /** Returns why the first of them could not. */
  final String reason() {
    return rejected
        + " of "
        + (delivered + rejected)
        + " records cannot be read: "
        + (reason == null ? "told when the first of them were handed over" : reason);
  }
}
