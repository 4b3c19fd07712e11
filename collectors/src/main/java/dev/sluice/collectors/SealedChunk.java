package dev.sluice.collectors;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.Completion;
import dev.sluice.collectors.spill.Stage;

/**
 * A sealed chunk in memory. All that changes in it is the {@link Ledger}'s, under its lock:
 *
 * <pre>
 * sealed ─▶ WAITING ─▶ HELD ◀──▶ SENT ─▶ SETTLED        acknowledged, unconfirmed or lost
 *                 │     ▲│         │
 * from stage ─────│─────╯│         ▼
 *                 │      │◀──── RETURNED                the stage has a say in it
 *                 ╰──────┴──▶ SETTLED                   with the stage, or lost
 * </pre>
 *
 * It is what the raw writer completes. That is the one call that comes back: from any thread, into
 * the outbox that handed the chunk over. Settled, it holds no bytes any more: a raw writer may keep
 * it for long.
 */
final class SealedChunk implements Completion {
  enum State {
    /** In the queue for the raw writer. */
    WAITING,
    /** With the sender alone, which sends it or lets go of it. */
    HELD,
    /** With the raw writer. */
    SENT,
    /** Completed; the sender is to tell the stage. */
    RETURNED,
    SETTLED
  }

  final long sequence;
  final int rows;

  /** Bytes of its buffer. */
  final int bytes;

  /** Where the stage has the chunk; null if only memory has it. */
  final Stage.Stored stored;

  /** When its first row came and when it was due; of a chunk that the stage has nobody knows. */
  long firstRowAt;

  long dueAt;

  State state = State.WAITING;

  /** What the raw writer said; null before. */
  Outcome outcome;

  /** Whether the stage is to keep a completed chunk. */
  boolean keep;

  /** Whether the stage is being asked to take it. */
  boolean staging;

  /** Whether the stage has refused it and may have it all the same. */
  boolean leftTraces;

  /** Why a chunk is lost that the stage has, which counts it; null if it is not. */
  DropCause lost;

  BufferPool.Buffer buffer;
  SealedChunk previous;
  SealedChunk next;

  /** Written by the ledger; null once it is settled. */
  volatile Chunk chunk;

  private final Outbox outbox;

  /** A chunk of the outbox whose bytes are in the buffer. */
  SealedChunk(Outbox outbox, Chunk chunk, BufferPool.Buffer buffer, Stage.Stored stored) {
    this.outbox = outbox;
    this.chunk = chunk;
    this.buffer = buffer;
    this.stored = stored;
    this.sequence = chunk.accounting().sequence();
    this.rows = chunk.header().recordCount();
    this.bytes = buffer.bytes.length;
  }

  /**
   * Whether it was sent, now or before, and nobody knows whether it arrived; or a later producer
   * may send it.
   */
  boolean mayHaveArrived() {
    return outcome == Outcome.UNCONFIRMED || leftTraces || stored != null && stored.uncertain();
  }

  @Override
  public void completed(Chunk ignored, Outcome result, Throwable cause) {
    outbox.completed(this, result, cause);
  }

  @Override
  public void delayed(Chunk ignored, String why) {
    outbox.delayed(why);
  }
}
