package dev.sluice.rawreaders.file;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;

/** Counts the chunks that a poll delivers. */
final class PollCounter implements ChunkHandler {
  private static final int FULL_BYTES = 256 << 10;

  private final ChunkHandler handler;
  private int count;
  private long bytes;

  PollCounter(ChunkHandler handler) {
    this.handler = handler;
  }

  int count() {
    return count;
  }

  /** Returns whether it is time to acknowledge. */
  boolean isFull() {
    return bytes >= FULL_BYTES;
  }

  @Override
  public void chunk(Chunk chunk, SourcePosition position) {
    handler.chunk(chunk, position);
    count++;
    bytes += chunk.length();
  }

  @Override
  public void damaged(Damage damage) {
    handler.damaged(damage);
    count++;
    bytes += damage.length();
  }
}
