package dev.sluice.support;

import dev.sluice.api.chunk.Accounting;
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
  private static final long NANOS = 1_000_000_000;

  private final ChunkHandler handler;
  private final Instant start;

  private StartFilter(ChunkHandler handler, Instant start) {
    this.handler = handler;
    this.start = start;
  }

  /** The filter before a handler, or the handler itself if {@code start} is null. */
  public static ChunkHandler before(ChunkHandler handler, Instant start) {
    return start == null ? handler : new StartFilter(handler, start);
  }

  @Override
  public void chunk(Chunk chunk, SourcePosition position) {
    Accounting accounting = chunk.accounting();
    if (!accounting.hasTime() || !lastTime(accounting).isBefore(start)) {
      handler.chunk(chunk, position);
    }
  }

  private static Instant lastTime(Accounting accounting) {
    long nanos = accounting.lastTime() + accounting.clockOffset();
    return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS));
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
