package dev.sluice.api.spi;

import dev.sluice.api.chunk.Chunk;

/** Told what became of a chunk. Must be quick and must not throw. */
@FunctionalInterface
public interface Completion {
  /** What became of a chunk. */
  enum Outcome {
    /**
     * It arrived: file: written, or synced if so configured; TCP: the reader's handler returned;
     * Kafka: all in-sync replicas have it.
     */
    ACKNOWLEDGED,
    /** It was sent and no answer came; it may have arrived. */
    UNCONFIRMED,
    /** It did not arrive and will not. */
    FAILED
  }

  /**
   * The chunk is done; its bytes are the caller's again.
   *
   * @param cause why it failed; null if it did not
   */
  void completed(Chunk chunk, Outcome outcome, Throwable cause);

  /**
   * The chunk was taken, and the medium is away or does not answer; the raw writer keeps the chunk
   * and sends it again. The raw writer need not log that. May be called any number of times before
   * {@link #completed}, for one of the chunks that wait.
   *
   * @param why what happened, in human-readable form
   */
  default void delayed(Chunk chunk, String why) {}
}
