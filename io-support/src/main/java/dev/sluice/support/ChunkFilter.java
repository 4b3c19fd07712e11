package dev.sluice.support;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.SourcePosition;
import java.time.Instant;
import java.util.function.Consumer;

/** Handlers that filter what a reader delivers: chunks, and damage. */
public final class ChunkFilter implements ChunkHandler {
  private final ChunkHandler handler;
  private final Test test;

  /** Decides whether a chunk is passed on; if it throws, the chunk is reported as damage. */
  @FunctionalInterface
  private interface Test {
    boolean passes(Chunk chunk) throws MalformedChunkException;
  }

  private ChunkFilter(ChunkHandler handler, Test test) {
    this.handler = handler;
    this.test = test;
  }

  /**
   * Returns a handler that leaves out chunks whose records are all before a start time; the first
   * chunk may contain earlier records, too. Chunks without times are passed on. Returns the given
   * handler if {@code start} is null.
   */
  public static ChunkHandler before(ChunkHandler handler, Instant start) {
    return start == null ? handler : within(handler, TimeRange.since(start));
  }

  /** Returns a handler that leaves out chunks without a record in a range of times. */
  public static ChunkHandler within(ChunkHandler handler, TimeRange range) {
    return new ChunkFilter(handler, chunk -> !range.excludes(chunk.accounting()));
  }

  /** Returns a handler that passes all chunks on and notifies a listener of each one before. */
  public static ChunkHandler notifying(ChunkHandler handler, Consumer<Chunk> listener) {
    return new ChunkFilter(
        handler,
        chunk -> {
          listener.accept(chunk);
          return true;
        });
  }

  /** Returns a handler that reports chunks as damage that were signed with none of the keys. */
  static ChunkHandler verified(ChunkHandler handler, ChunkSigner keys) {
    return new ChunkFilter(
        handler,
        chunk -> {
          keys.verify(chunk);
          return true;
        });
  }

  @Override
  public void chunk(Chunk chunk, SourcePosition position) {
    try {
      if (!test.passes(chunk)) {
        return;
      }
    } catch (MalformedChunkException e) {
      damaged(new Damage(position, chunk.length(), e.reason(), chunk.toByteArray()));
      return;
    }
    handler.chunk(chunk, position);
  }

  @Override
  public void damaged(Damage damage) {
    handler.damaged(damage);
  }

  @Override
  public void reached(SourcePosition position) {
    handler.reached(position);
  }

  @Override
  public void beforeAcknowledge() {
    handler.beforeAcknowledge();
  }
}
