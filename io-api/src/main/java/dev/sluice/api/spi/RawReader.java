package dev.sluice.api.spi;

import dev.sluice.api.chunk.ChunkHandler;
import java.io.IOException;
import java.time.Duration;

/**
 * Hands chunks from a medium to a handler, on the caller's thread. It knows the chunk header, never
 * the payload. For one thread but for {@link #wakeup}.
 */
public interface RawReader extends AutoCloseable {
  /**
   * Hands over what is there, waiting up to {@code timeout} for the first chunk. After the handler
   * returned from the last chunk and from {@link ChunkHandler#beforeAcknowledge}, the chunks are
   * acknowledged to the medium; if it throws, they are not and come again (at least once).
   *
   * @return how many chunks and damaged regions were handed over
   * @throws IOException if the source cannot be reached or read; the message is one line for a
   *     person
   */
  int poll(ChunkHandler handler, Duration timeout) throws IOException;

  /**
   * Whether the end of a source that has one was reached: a file without follow, a topic or a port
   * with {@code until=end}.
   */
  boolean exhausted();

  /** Whether there is no such end, so that {@link #exhausted} stays false for ever. */
  default boolean isEndless() {
    return false;
  }

  /** Ends a waiting {@link #poll} soon. Any thread. */
  void wakeup();

  @Override
  void close();
}
