package dev.sluice.support;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import java.time.Instant;

/**
 * Passes on what a reader with a start time has to hand over: all chunks but those whose records
 * all lie before it. So the first chunk may hold earlier records, too. Chunks that tell no time are
 * passed on, and damage.
 */
public final class StartFilter implements ChunkHandler {
  private final ChunkHandler handler;
  private final TimeRange range;

  private StartFilter(ChunkHandler handler, TimeRange range) {
    this.handler = handler;
    this.range = range;
  }

  /** The filter before a handler, or the handler itself if {@code start} is null. */
  public static ChunkHandler before(ChunkHandler handler, Instant start) {
    return start == null ? handler : new StartFilter(handler, TimeRange.since(start));
  }

  /** The same for chunks without a record in a range of times. */
  public static ChunkHandler within(ChunkHandler handler, TimeRange range) {
    return new StartFilter(handler, range);
  }

  @Override
  public void chunk(Chunk chunk, SourcePosition position) {
    if (!range.excludes(chunk.accounting())) {
      handler.chunk(chunk, position);
    }
  }

  @Override
  public void damaged(Damage damage) {
    handler.damaged(damage);
  }

  @Override
  public void beforeAcknowledge() {
    handler.beforeAcknowledge();
  }
}
