package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.spi.RandomBits;

/**
 * The audit of chunks that a program reads or writes without decoding them. It finds what the audit
 * of a {@link RecordStream} finds, except for bodies that cannot be read. Thread-safe.
 */
public final class ChunkAudit {
  private final AuditTrail trail;

  /**
   * Creates an empty audit.
   *
   * @param maxProducers as in {@link RecordStreamBuilder#maxProducers}
   */
  public ChunkAudit(int maxProducers) {
    trail =
        new AuditTrail(
            RecordStreamBuilder.MAX_PRODUCERS.check(maxProducers),
            false,
            Positions.NONE,
            RandomBits::nextLong);
  }

  /** Counts a chunk. Returns whether it is in conflict with an earlier chunk. */
  public synchronized boolean add(Chunk chunk) {
    long producerId = chunk.accounting().producerId();
    long before = trail.conflicts(producerId);
    if (!trail.isRepeated(chunk)) {
      trail.delivered(chunk, chunk.header().recordCount(), 0);
    }
    return trail.conflicts(producerId) > before;
  }

  /** Counts a damaged region. */
  public void damaged(Damage damage) {
    trail.damaged(damage.length());
  }

  /** Returns whether chunks of the producer are in conflict. */
  public boolean isInConflict(long producerId) {
    return trail.conflicts(producerId) > 0;
  }

  /** Returns what was counted so far and what is missing. */
  public Audit audit() {
    return trail.snapshot();
  }
}
