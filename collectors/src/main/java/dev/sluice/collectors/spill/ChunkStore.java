package dev.sluice.collectors.spill;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;

/**
 * A place outside memory where sealed chunks wait while the sink does not take them. The outbox
 * calls one method at a time, under a lock of its own, from different threads; an implementation
 * needs no lock, and may be held up by its medium. No method should throw; what is thrown is taken
 * for a refusal and logged by the outbox.
 */
public interface ChunkStore {
  /**
   * Copies a chunk.
   *
   * @param uncertain whether it was sent and may have arrived
   * @return null if the store has the chunk now; otherwise the cause to count if the chunk is lost
   */
  DropCause put(Chunk chunk, boolean uncertain);

  /**
   * Returns whether a later producer may find the chunk of the last {@link #put} although it was
   * refused, because what was written could not be removed.
   */
  default boolean leftTraces() {
    return false;
  }

  /**
   * Returns the size in bytes of the chunk that {@link #next} would return; 0 if there is none now.
   */
  int nextBytes();

  /**
   * Returns the oldest chunk that was not returned yet, those of earlier producers first. Only
   * while {@link #nextBytes()} is not 0.
   *
   * @param buffer at least {@link #nextBytes()} long; holds the chunk's bytes until it is settled
   */
  Stored next(byte[] buffer);

  /**
   * Notifies the store that it need not keep a chunk that it returned; in any order.
   *
   * @param lost why it is lost, or null. The store counts it, as given up, once it is certain that
   *     nobody will send it: not as long as a later producer might
   */
  void done(Stored stored, DropCause lost);

  /**
   * Makes the store return a chunk again, before newer ones.
   *
   * @param uncertain whether it was sent and may have arrived
   */
  void requeue(Stored stored, boolean uncertain);

  /** Does periodic work: opens, frees, drops what is too old. */
  void maintain();

  /** Returns the status for a monitor. Any thread, without the lock. */
  default SpillStatus status() {
    return SpillStatus.NONE;
  }

  /** Closes the store: chunks that are not done stay for a later producer. */
  void close();

  /**
   * A chunk that the store returned.
   *
   * @param own whether it was put by this producer
   * @param uncertain whether it was sent before and may have arrived
   * @param ticket the store's own, of no meaning to others
   */
  record Stored(Chunk chunk, boolean own, boolean uncertain, Object ticket) {}
}
