package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.spi.RandomBits;

/**
 * Audit of chunks that a program reads or writes without decoding them. It finds what the audit of
 * a {@link RecordStream} finds, except for bodies that cannot be read. Thread-safe.
 */
public final class ChunkAudit {
  private final AuditTrail trail;

  /** Relation of a chunk to earlier ones. */
  public enum Kind {
    /** The sequence number is new, and the totals fit. */
    NEW,
    /** A chunk with exactly these bytes came before. */
    DUPLICATE,
    /**
     * A chunk with this sequence number came before with other bytes, or the totals contradict
     * those of other chunks.
     */
    CONFLICT
  }

  /**
   * Creates an empty audit.
   *
   * @param maxProducers maximum number of producers that are remembered, as in {@link
   *     RecordStreamBuilder#maxProducers}
   * @throws IllegalArgumentException if that is out of the bounds of the option
   */
  public ChunkAudit(int maxProducers) {
    trail =
        new AuditTrail(
            RecordStreamBuilder.MAX_PRODUCERS.check(maxProducers),
            false,
            Positions.NONE,
            RandomBits::nextLong);
  }

  /** Counts a chunk, which is not kept, and returns its relation to earlier ones. */
  public synchronized Kind add(Chunk chunk) {
    long producerId = chunk.accounting().producerId();
    long before = trail.conflicts(producerId);
    if (trail.isRepeated(chunk)) {
      return Kind.DUPLICATE;
    }
    trail.delivered(chunk, chunk.header().recordCount(), 0);
    return trail.conflicts(producerId) > before ? Kind.CONFLICT : Kind.NEW;
  }

  /** Counts a damaged region, and its bytes if their number is known. */
  public void damaged(Damage damage) {
    trail.damaged(damage.length());
  }

  /** Returns whether chunks of the producer are in conflict. */
  public boolean isInConflict(long producerId) {
    return trail.conflicts(producerId) > 0;
  }

  /** Returns counts of what came so far and of what is missing. */
  public Audit audit() {
    return trail.snapshot();
  }
}
