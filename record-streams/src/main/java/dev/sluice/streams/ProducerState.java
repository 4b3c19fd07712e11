package dev.sluice.streams;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.support.KeyedHash;

/** State of one producer: what came and what is known of it. */
final class ProducerState {
  private final SequenceSet known;

  private long delivered;
  private long rejected;
  private long duplicates;
  private long conflicts;

  /** Accounting of the chunk with the highest sequence number; null if no chunk came as a whole. */
  private Accounting newest;

  private long emitted;
  private DropCounts dropped = DropCounts.NONE;

  /** Chunk whose first records were handled, or null. */
  private Positions.Begun begun;

  /** Audit of the state; null if it is not up to date. */
  private ProducerAudit audit;

  ProducerState(SequenceBitmap.Budget budget) {
    known = new SequenceSet(budget);
  }

  /** Restores the state from an audit. */
  ProducerState(ProducerAudit audit, SequenceBitmap.Budget budget) {
    known = SequenceSet.parse(audit.sequences(), budget);
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

  /**
   * Notes that a known chunk came again. A trusted range may have more recent totals than the
   * chunks that it covers.
   */
  void repeated(Accounting accounting) {
    duplicates++;
    note(accounting);
  }

  /** Notes that a chunk was delivered; returns the loss that it reveals, or null. */
  Loss delivered(Accounting accounting, int records, int rejectedRecords) {
    long before = newest == null ? -1 : newest.sequence();
    DropCounts droppedBefore = dropped;
    if (known.covered(accounting.firstSequence(), accounting.sequence()) != 0) {
      // Also a part of a range: nobody can take the records that came before from the others.
      conflicts++;
    }
    known.addRun(accounting.firstSequence(), accounting.sequence());
    begun = begun != null && begun.sequence() == accounting.sequence() ? null : begun;
    delivered += records;
    rejected += rejectedRecords;
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

  /**
   * Notes that a chunk was delivered that may have other bytes than the one of which a part was
   * handled.
   */
  void noteOtherThanBegun(Accounting accounting, KeyedHash.Value fingerprint) {
    if (begun != null
        && accounting.firstSequence() <= begun.sequence()
        && begun.sequence() <= accounting.sequence()
        && !begun.fingerprint().equals(fingerprint.toString())) {
      conflicts++;
      audit = null;
    }
  }

  /** Returns the chunk whose first records were handled, or null. */
  Positions.Begun begun() {
    return begun;
  }

  /** Notes that a part of a chunk was handled. */
  void noteBegun(Positions.Begun handled) {
    begun = handled;
  }

  /**
   * Notes the totals of a chunk; totals only rise with the sequence number, so smaller ones are
   * ignored.
   */
  private void note(Accounting accounting) {
    audit = null;
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

  long conflicts() {
    return conflicts;
  }

  /** Returns whether a whole chunk of the producer came. */
  boolean isPresent() {
    return newest != null;
  }

  /**
   * Returns whether no more chunks of the producer are expected, and nothing is missing as far as
   * is known.
   */
  boolean isSettled() {
    return begun == null
        && newest != null
        && newest.end()
        && known.isContiguous()
        && audit().complete();
  }

  ProducerAudit audit() {
    if (audit == null) {
      audit = newAudit();
    }
    return audit;
  }

  private ProducerAudit newAudit() {
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

  /** Frees the memory of the state, which must not be used any more. */
  void forget() {
    known.release();
  }
}
