package dev.sluice.streams;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.DropCounts;

/** What is known of one producer. */
final class ProducerState {
  private final SequenceSet known;

  /** The highest sequence handled before a restart; -1 without one. */
  private final long restored;

  private long delivered;
  private long rejected;
  private long duplicates;
  private long conflicts;

  /** Of the chunk with the highest sequence since the start; null if none came. */
  private Accounting newest;

  private long emitted;
  private DropCounts dropped = DropCounts.NONE;

  /** The chunk of which the first records were handled, or null. */
  private Position.Part part;

  /** Null if it is not up to date. */
  private Position position;

  ProducerState(SequencePages.Budget budget) {
    known = new SequenceSet(budget);
    restored = -1;
  }

  ProducerState(Position position, SequencePages.Budget budget) {
    known =
        position.sequences().isEmpty()
            ? new SequenceSet(budget)
            : SequenceSet.parse(position.sequences(), budget);
    restored = known.highest();
    delivered = position.delivered();
    part = position.part();
  }

  /** As it was when the audit was made. */
  ProducerState(ProducerAudit audit, SequencePages.Budget budget) {
    known = SequenceSet.parse(audit.sequences(), budget);
    restored = -1;
    delivered = audit.delivered();
    rejected = audit.rejected();
    duplicates = audit.duplicates();
    conflicts = audit.conflicts();
    emitted = audit.emitted();
    dropped = audit.dropped();
    newest =
        new Accounting.Builder(Long.parseUnsignedLong(audit.id(), 16))
            .name(audit.name())
            .sequence(Math.max(0, known.highest()))
            .end(audit.ended())
            .emitted(emitted)
            .dropped(dropped)
            .build();
  }

  boolean isKnown(Accounting accounting) {
    return accounting.isRange()
        ? Long.compareUnsigned(
                known.covered(accounting.firstSequence(), accounting.sequence()),
                accounting.sequence() - accounting.firstSequence())
            > 0
        : known.contains(accounting.sequence());
  }

  /** A known chunk came again. One from before a restart was to be expected, and is not counted. */
  void repeated(Accounting accounting) {
    if (accounting.sequence() <= restored) {
      note(accounting);
    } else {
      duplicates++;
    }
  }

  /** A chunk was delivered; the result is what it shows to be lost, or null. */
  Loss delivered(Accounting accounting, int records, int rejectedRecords) {
    long before = newest == null ? restored : newest.sequence();
    DropCounts droppedBefore = dropped;
    if (known.covered(accounting.firstSequence(), accounting.sequence()) != 0) {
      // Also a part of a range: nobody can take the records that came before from the others.
      conflicts++;
    }
    known.addRun(accounting.firstSequence(), accounting.sequence());
    part = partOf(accounting) == null ? part : null;
    delivered += records;
    rejected += rejectedRecords;
    position = null;
    note(accounting);
    long missing = Math.max(0, accounting.firstSequence() - before - 1);
    if (missing == 0 && dropped.equals(droppedBefore)) {
      return null;
    }
    return new Loss(
        accounting.producer(),
        accounting.producerName(),
        accounting.sequence(),
        missing,
        dropped.since(droppedBefore));
  }

  /** What of that chunk was handled before, or null. */
  Position.Part partOf(Accounting accounting) {
    return part != null && part.sequence() == accounting.sequence() ? part : null;
  }

  /** A part of a chunk was handled. */
  void handledPart(Position.Part handled) {
    part = handled;
    position = null;
  }

  /** Totals only rise with the sequence; whatever says less is not believed. */
  private void note(Accounting accounting) {
    DropCounts most = dropped.max(accounting.dropped());
    if (newest != null) {
      boolean later = accounting.sequence() > newest.sequence();
      boolean earlier = accounting.sequence() < newest.sequence();
      if (later && (accounting.emitted() < emitted || !most.equals(accounting.dropped()))
          || earlier && (accounting.emitted() > emitted || !most.equals(dropped))) {
        conflicts++;
      }
    }
    emitted = Math.max(emitted, accounting.emitted());
    dropped = most;
    if (newest == null || accounting.sequence() >= newest.sequence()) {
      newest = accounting;
    }
  }

  /** Whether a chunk of it came since the start, and not only a saved position. */
  boolean isPresent() {
    return newest != null;
  }

  /** Whether nothing more is expected of it, and nothing is missing as far as is known. */
  boolean isSettled() {
    return part == null
        && known.isContiguous()
        && (newest == null || newest.end() && audit().complete());
  }

  ProducerAudit audit() {
    return new ProducerAudit(
        newest.producer(),
        newest.producerName(),
        emitted,
        delivered,
        rejected,
        dropped,
        known.missing(),
        known.unknown(),
        duplicates,
        conflicts,
        newest.end(),
        known.toString());
  }

  Position position(long producerId) {
    if (position == null) {
      position = new Position(producerId, delivered, known.toString(), part);
    }
    return position;
  }

  /** Gives its memory back; it must not be used any more. */
  void forget() {
    known.release();
  }
}
