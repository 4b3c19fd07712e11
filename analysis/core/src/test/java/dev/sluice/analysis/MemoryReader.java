package dev.sluice.analysis;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.spi.RawReader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Hands chunks out that are in memory, one a poll. Without an end it waits to be woken. */
final class MemoryReader implements RawReader {
  private final List<Chunk> chunks;
  private final boolean endless;
  private final CountDownLatch woken = new CountDownLatch(1);
  private int next;
  private volatile boolean closed;

  /** Runs out of chunks; then a poll waits to be woken, if the source is {@code endless}. */
  MemoryReader(List<Chunk> chunks, boolean endless) {
    this.chunks = chunks;
    this.endless = endless;
  }

  @Override
  public int poll(ChunkHandler handler, Duration timeout) throws java.io.IOException {
    if (next == chunks.size()) {
      if (endless) {
        await();
      }
      return 0;
    }
    handler.chunk(chunks.get(next), new SourcePosition("memory", next));
    handler.beforeAcknowledge();
    next++;
    return 1;
  }

  private void await() {
    try {
      woken.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean exhausted() {
    return !endless && next == chunks.size();
  }

  @Override
  public boolean isEndless() {
    return endless;
  }

  @Override
  public void wakeup() {
    woken.countDown();
  }

  @Override
  public void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }
}
