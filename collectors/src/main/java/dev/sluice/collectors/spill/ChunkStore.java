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
   * Whether a later producer may find the chunk of the last {@link #put}, although it was refused:
   * what was written of it could not be taken back.
   */
  default boolean leftTraces() {
    return false;
  }

  /** Bytes of the chunk that {@link #next} would give; 0 if there is none now. */
  int nextBytes();

  /**
   * Hands out the oldest chunk that is not handed out, those of earlier producers first. Only while
   * {@link #nextBytes()} is not 0.
   *
   * @param buffer at least {@link #nextBytes()} long; holds the chunk's bytes until it is settled
   */
  Stored next(byte[] buffer);

  /**
   * A chunk that was handed out need not be kept any more, in any order.
   *
   * @param lost why it is lost, or null. The store counts it, as given up, once it is certain that
   *     nobody will send it: not as long as a later producer might
   */
  void done(Stored stored, DropCause lost);

  /**
   * A chunk that was handed out is to be handed out again, before newer ones.
   *
   * @param uncertain whether it was sent and may have arrived
   */
  void again(Stored stored, boolean uncertain);

  /** Does what is to be done now and then: opens, frees, gives up what is too old. */
  void maintain();

  /** What a monitor shows of it. Any thread, without the lock. */
  default SpillStatus status() {
    return SpillStatus.NONE;
  }

  /** The end: what is not done stays for a later producer. */
  void close();

  /**
   * A chunk that was handed out.
   *
   * @param own whether it was put by this producer
   * @param uncertain whether it was sent before and may have arrived
   * @param ticket the store's own, of no meaning to others
   */
  record Stored(Chunk chunk, boolean own, boolean uncertain, Object ticket) {}
}
