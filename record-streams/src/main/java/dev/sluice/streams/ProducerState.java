package dev.sluice.streams;

import dev.sluice.api.chunk.Accounting;

/** What is known of one producer. */
final class ProducerState {
  private final SequenceSet known;
  private final SequenceSet restored;
  private long delivered;
  private long duplicates;
  private Accounting newest;

  ProducerState() {
    known = new SequenceSet();
    restored = new SequenceSet();
  }

  ProducerState(Position position) {
    known = SequenceSet.parse(position.sequences());
    restored = SequenceSet.parse(position.sequences());
    delivered = position.delivered();
  }

  /**
   * Whether the chunk was delivered before; counts it as a duplicate unless that was before a
   * restart.
   */
  boolean isKnown(Accounting accounting) {
    long sequence = accounting.sequence();
    if (!known.contains(sequence)) {
      return false;
    }
    if (restored.contains(sequence)) {
      note(accounting);
    } else {
      duplicates++;
    }
    return true;
  }

  void delivered(Accounting accounting, int records) {
    known.add(accounting.sequence());
    delivered += records;
    note(accounting);
  }

  private void note(Accounting accounting) {
    if (newest == null || accounting.sequence() >= newest.sequence()) {
      newest = accounting;
    }
  }

  /** Whether a chunk of it came since the start, and not only a saved position. */
  boolean isPresent() {
    return newest != null;
  }

  ProducerAudit audit() {
    return new ProducerAudit(
        newest.producer(),
        newest.producerName(),
        newest.emitted(),
        delivered,
        newest.dropped(),
        known.missing(),
        duplicates,
        newest.end());
  }

  Position position(long producerId) {
    return new Position(producerId, delivered, known.toString());
  }
}
