package dev.sluice.collectors;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.FailureLog;

/**
 * A chunk on its way: sealed by the pump, sent by the sender, completed by any thread, once.
 * Settled, it holds no bytes any more: a raw writer may keep it for long.
 */
final class SealedChunk implements Completion {
  private final Parts parts;
  private final FailureLog rejections;
  private final long sequence;
  private final int rows;
  private final int bufferBytes;
  private volatile Chunk chunk;
  private BufferPool.Buffer buffer;

  /** Guarded by the ledger, like those that follow. */
  private boolean settled;

  private boolean handedOver;

  /** Neighbours in the ledger's list of open chunks. */
  SealedChunk previous;

  SealedChunk next;

  /** A chunk in a buffer that is given back to the pool when the chunk is settled. */
  SealedChunk(Chunk chunk, BufferPool.Buffer buffer, Parts parts, FailureLog rejections) {
    this.chunk = chunk;
    this.buffer = buffer;
    this.parts = parts;
    this.rejections = rejections;
    this.sequence = chunk.accounting().sequence();
    this.rows = chunk.header().recordCount();
    this.bufferBytes = buffer.bytes.length;
  }

  /** The chunk; null once it is settled. */
  Chunk chunk() {
    return chunk;
  }

  long sequence() {
    return sequence;
  }

  int rows() {
    return rows;
  }

  int bufferBytes() {
    return bufferBytes;
  }

  @Override
  public void completed(Chunk ignored, Outcome outcome, Throwable cause) {
    parts.threads.completer(Thread.currentThread());
    if (!parts.ledger.complete(this, outcome)) {
      return; // a writer that completes twice, or what it did not take
    }
    release();
    if (outcome == Outcome.FAILED) {
      rejections.failed("a chunk was not delivered: ", cause, null);
    } else if (outcome == Outcome.ACKNOWLEDGED) {
      rejections.over("chunks are delivered");
    }
  }

  /** The chunk will not be sent. */
  void drop(DropCause cause) {
    if (parts.ledger.settle(this, Outcome.FAILED, cause)) {
      release();
    }
  }

  private void release() {
    BufferPool.Buffer free = buffer;
    buffer = null;
    chunk = null;
    parts.pool.give(free);
  }

  boolean isSettled() {
    return settled;
  }

  void settled() {
    settled = true;
  }

  boolean isHandedOver() {
    return handedOver;
  }

  void handedOver(boolean value) {
    handedOver = value;
  }
}
