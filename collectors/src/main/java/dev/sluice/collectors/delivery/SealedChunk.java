package dev.sluice.collectors.delivery;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.Completion;
import dev.sluice.collectors.spill.ChunkStore;

/**
 * A sealed chunk in memory. All that changes in it is the {@link Ledger}'s, under its lock:
 *
 * <pre>
 * sealed ─▶ WAITING ─▶ HELD ◀──▶ SENT ─▶ SETTLED        acknowledged, unconfirmed or lost
 *                 │     ▲│         │
 * from store ─────│─────╯│         ▼
 *                 │      │◀──── RETURNED                the store has a say in it
 *                 ╰──────┴──▶ SETTLED                   with the store, or lost
 * </pre>
 *
 * It is what the raw writer completes. That is the one call that comes back: from any thread, into
 * the {@link Settlement}. Settled, it holds no bytes any more: a raw writer may keep it for long.
 */
public final class SealedChunk implements Completion {
  /** Is told what became of chunks that a raw writer was given. Any thread. */
  interface Settlement {
    /** The raw writer has told it of a chunk; once, unless the raw writer has a fault. */
    void completed(SealedChunk chunk, Outcome outcome, Throwable cause);

    /** The raw writer waits for the medium with what it took. */
    void delayed(String why);
  }

  enum State {
    /** In the queue for the raw writer. */
    WAITING,
    /** With the sender alone, which sends it or lets go of it. */
    HELD,
    /** With the raw writer. */
    SENT,
    /** Completed; the sender is to tell the store. */
    RETURNED,
    SETTLED
  }

  final long sequence;
  final int rows;

  /** Bytes of its buffer. */
  final int bytes;

  /** Where the store has the chunk; null if only memory has it. */
  final ChunkStore.Stored stored;

  /** When its first row came and when it was due; of a chunk that the store has nobody knows. */
  long firstRowAt;

  long dueAt;

  State state = State.WAITING;

  /** What the raw writer said; null before. */
  Outcome outcome;

  /** Whether the store is to keep a completed chunk. */
  boolean keep;

  /** Whether the store is being asked to take it. */
  boolean storing;

  /** Whether the store or the raw writer has refused it and may have it all the same. */
  boolean leftTraces;

  /** Why a chunk is lost that the store has, which counts it; null if it is not. */
  DropCause lost;

  BufferPool.Buffer buffer;
  SealedChunk previous;
  SealedChunk next;

  /** Written by the ledger; null once it is settled. */
  volatile Chunk chunk;

  private final Settlement settlement;

  /** A chunk whose bytes are in the buffer. */
  SealedChunk(
      Settlement settlement, Chunk chunk, BufferPool.Buffer buffer, ChunkStore.Stored stored) {
    this.settlement = settlement;
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
    settlement.completed(this, result, cause);
  }

  @Override
  public void delayed(Chunk ignored, String why) {
    settlement.delayed(why);
  }
}
