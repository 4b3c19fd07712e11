package dev.sluice.api.spi;

import dev.sluice.api.chunk.ChunkHandler;
import java.io.IOException;
import java.time.Duration;

/**
 * Reads chunks from a medium and delivers them to a handler, on the caller's thread. It knows the
 * chunk header, never the payload. For one thread but for {@link #wakeup}.
 */
public interface RawReader extends AutoCloseable {
  /**
   * Delivers the chunks that are there, waiting up to {@code timeout} for the first chunk. After
   * the handler returned from the last chunk and from {@link ChunkHandler#beforeAcknowledge}, the
   * chunks are acknowledged to the medium; if it throws, they are not and come again (at least
   * once).
   *
   * @return how many chunks and damaged regions were handed over
   * @throws IOException if the source cannot be reached or read; the message is one line for a
   *     person
   */
  int poll(ChunkHandler handler, Duration timeout) throws IOException;

  /**
   * Returns whether the end of a source that has an end was reached: a file without follow, a topic
   * or a port with {@code until=end}.
   */
  boolean exhausted();

  /** Returns whether the source has no end, so that {@link #exhausted} stays false. */
  default boolean isEndless() {
    return false;
  }

  /** Ends a waiting {@link #poll} soon. Any thread. */
  void wakeup();

  @Override
  void close();
}
