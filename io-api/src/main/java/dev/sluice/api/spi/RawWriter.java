package dev.sluice.api.spi;

import dev.sluice.api.chunk.Chunk;
import java.io.IOException;
import java.time.Duration;

/**
 * Writer of sealed chunks to a medium. It knows the chunk header, never the payload. Called by one
 * thread (the collector's sender) but for {@link #close}, which any thread may call.
 */
public interface RawWriter {
  /**
   * Returns the maximum size in bytes of a chunk that the medium takes. Called before each chunk is
   * closed, so it may change.
   */
  int maxChunkBytes();

  /**
   * Takes a chunk. Connects lazily. May block while the medium cannot take more; an interrupt ends
   * that.
   *
   * <p>Returning normally means that {@code completion} is called exactly once for this chunk, now
   * or later, by any thread; the chunk's bytes are the writer's until then. Throwing means that it
   * is never called and, but for {@link #leftTraces}, nothing of the chunk arrived: the caller
   * keeps the chunk and tries again later with a jittered back-off.
   *
   * @throws IOException if the medium does not take the chunk now (down, full, no permission)
   * @throws InterruptedException if the thread was interrupted while it waited
   */
  void write(Chunk chunk, Completion completion) throws IOException, InterruptedException;

  /**
   * Returns whether the chunk of the last {@link #write} may have arrived although that threw: the
   * medium had part of it that could not be removed, or all of it before it was removed. A caller
   * that drops the chunk counts it as unconfirmed. Asked by the thread that wrote.
   */
  default boolean leftTraces() {
    return false;
  }

  /**
   * Asks the medium to send what it holds; does not wait for it. Called once before the first
   * chunk, when a medium may begin to connect.
   */
  void flush() throws IOException;

  /**
   * Completes the chunks that were taken and drops the rest when the time is over: whatever is not
   * known to have arrived is completed as {@link Completion.Outcome#UNCONFIRMED} or {@code FAILED}.
   * Idempotent. Returns within the time and one second.
   */
  void close(Duration timeout);
}
