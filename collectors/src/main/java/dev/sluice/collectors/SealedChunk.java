package dev.sluice.collectors;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.Completion;

/** A chunk on its way: sealed by the pump, sent by the sender, completed by any thread, once. */
final class SealedChunk implements Completion {
  private final Chunk chunk;
  private final Ledger ledger;
  private final BufferPool pool;
  private final Episode rejections;

  /** Guarded by the ledger. */
  private boolean settled;

  /** Guarded by the ledger. */
  private boolean handedOver;

  SealedChunk(Chunk chunk, Parts parts, Episode rejections) {
    this.chunk = chunk;
    this.ledger = parts.ledger;
    this.pool = parts.pool;
    this.rejections = rejections;
  }

  Chunk chunk() {
    return chunk;
  }

  long sequence() {
    return chunk.accounting().sequence();
  }

  int rows() {
    return chunk.header().recordCount();
  }

  @Override
  public void completed(Chunk ignored, Outcome outcome, Throwable cause) {
    if (!ledger.settle(this, outcome, DropCause.WRITE_REJECTED)) {
      return; // a writer that completes twice
    }
    pool.give(chunk.array());
    if (outcome == Outcome.FAILED) {
      rejections.failed("a chunk was not delivered: " + cause, null);
    } else if (outcome == Outcome.ACKNOWLEDGED) {
      rejections.over("chunks are delivered");
    }
  }

  /** The chunk will not be sent. */
  void drop(DropCause cause) {
    if (ledger.settle(this, Outcome.FAILED, cause)) {
      pool.give(chunk.array());
    }
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
