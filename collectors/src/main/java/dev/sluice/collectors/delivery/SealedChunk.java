package dev.sluice.collectors.delivery;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.Completion;
import dev.sluice.collectors.spill.ChunkStore;

/**
 * A sealed chunk in memory. Only the {@link Ledger} changes its fields, under its lock:
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
  /** Receives the outcome of chunks that a raw writer was given. Any thread. */
  interface Settlement {
    /**
     * Receives the outcome of a chunk from the raw writer; once, unless the raw writer has a fault.
     */
    void completed(SealedChunk chunk, Outcome outcome, Throwable cause);

    /** Notes that the raw writer has chunks and waits for the medium. */
    void delayed(String why);
  }

  enum State {
    /** The chunk is in the queue for the raw writer. */
    WAITING,
    /** The sender has the chunk, and will send or release it. */
    HELD,
    /** The raw writer has the chunk. */
    SENT,
    /** The chunk is completed; the sender must notify the store. */
    RETURNED,
    SETTLED
  }

  final long sequence;
  final int rows;

  /** Size of the chunk's buffer in bytes. */
  final int bytes;

  /** Place of the chunk in the store; null if only memory has it. */
  final ChunkStore.Stored stored;

  /**
   * Times when the chunk's first row came and when the chunk was due; unknown for a chunk from the
   * store.
   */
  long firstRowAt;

  long dueAt;

  State state = State.WAITING;

  /** Outcome that the raw writer reported; null before. */
  Outcome outcome;

  /** Whether the store is to keep a completed chunk. */
  boolean keep;

  /** Whether the store is being asked to take the chunk. */
  boolean storing;

  /** Whether the store or the raw writer refused the chunk and may have it all the same. */
  boolean leftTraces;

  /** Cause of the loss of a chunk that the store has and counts; null if it is not lost. */
  DropCause lost;

  BufferPool.Buffer buffer;
  SealedChunk previous;
  SealedChunk next;

  /** The chunk; written by the ledger, null once it is settled. */
  volatile Chunk chunk;

  private final Settlement settlement;

  /** Creates a sealed chunk whose bytes are in the buffer. */
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
   * Returns whether the chunk was sent, now or before, without a known outcome, or a later producer
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
