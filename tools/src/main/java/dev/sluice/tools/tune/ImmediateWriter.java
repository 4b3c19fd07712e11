package dev.sluice.tools.tune;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.RawWriter;
import java.io.IOException;
import java.time.Duration;

/**
 * Writer that passes every chunk to a taker instead of a medium, and acknowledges it immediately.
 * As thread-safe as the taker.
 *
 * @param taker gets each chunk, whose bytes are its until it returns
 */
public record ImmediateWriter(Taker taker) implements RawWriter {
  /** Chunks arrive nowhere. */
  public static final ImmediateWriter NOWHERE = new ImmediateWriter(chunk -> {});

  /** Takes chunks. */
  @FunctionalInterface
  public interface Taker {
    /** Does so, or throws as a medium does that is down. */
    void take(Chunk chunk) throws IOException;
  }

  @Override
  public int maxChunkBytes() {
    return ChunkLayout.MAX_CHUNK_BYTES;
  }

  @Override
  public void write(Chunk chunk, Completion completion) throws IOException {
    taker.take(chunk);
    completion.completed(chunk, Completion.Outcome.ACKNOWLEDGED, null);
  }

  @Override
  public void flush() {
    // Nothing is held back.
  }

  @Override
  public void close(Duration timeout) {
    // Nothing is open.
  }
}
