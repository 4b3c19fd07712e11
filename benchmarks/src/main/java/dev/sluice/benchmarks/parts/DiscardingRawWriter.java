package dev.sluice.benchmarks.parts;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.RawWriter;
import java.time.Duration;

/** Acknowledges every chunk at once and forgets it. */
final class DiscardingRawWriter implements RawWriter {
  @Override
  public int maxChunkBytes() {
    return ChunkLayout.MAX_CHUNK_BYTES;
  }

  @Override
  public void write(Chunk chunk, Completion completion) {
    completion.completed(chunk, Completion.Outcome.ACKNOWLEDGED, null);
  }

  @Override
  public void flush() {}

  @Override
  public void close(Duration timeout) {}
}
