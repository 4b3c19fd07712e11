package dev.sluice.support;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.SourcePosition;
import java.time.Instant;
import java.util.function.Consumer;

/** Passes on what a reader has to hand over: some chunks, and damage. */
public final class ChunkFilter implements ChunkHandler {
  private final ChunkHandler handler;
  private final Test test;

  /** Whether a chunk is passed on; what is thrown makes it damage. */
  @FunctionalInterface
  private interface Test {
    boolean passes(Chunk chunk) throws MalformedChunkException;
  }

  private ChunkFilter(ChunkHandler handler, Test test) {
    this.handler = handler;
    this.test = test;
  }

  /**
   * Leaves out chunks whose records all lie before a start time, so that the first chunk may hold
   * earlier records, too. Chunks that tell no time are passed on. The handler itself if {@code
   * start} is null.
   */
  public static ChunkHandler before(ChunkHandler handler, Instant start) {
    return start == null ? handler : within(handler, TimeRange.since(start));
  }

  /** The same for chunks without a record in a range of times. */
  public static ChunkHandler within(ChunkHandler handler, TimeRange range) {
    return new ChunkFilter(handler, chunk -> !range.excludes(chunk.accounting()));
  }

  /** All of them, each told before it is passed on. */
  public static ChunkHandler telling(ChunkHandler handler, Consumer<Chunk> listener) {
    return new ChunkFilter(
        handler,
        chunk -> {
          listener.accept(chunk);
          return true;
        });
  }

  /** Chunks that were signed with none of the keys are damage. */
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
