package dev.sluice.api.spi;

import dev.sluice.api.chunk.Chunk;

/** Receives the outcome of a chunk. Implementations must be quick and must not throw. */
@FunctionalInterface
public interface Completion {
  /** Outcome of a chunk. */
  enum Outcome {
    /**
     * The chunk arrived. File: it is written, or synced if so configured. TCP: the reader's handler
     * returned. Kafka: all in-sync replicas have it.
     */
    ACKNOWLEDGED,
    /** The chunk was sent and no answer came; it may have arrived. */
    UNCONFIRMED,
    /** The chunk did not arrive and will not. */
    FAILED
  }

  /**
   * Reports that the chunk is done; its bytes belong to the caller again.
   *
   * @param cause why it failed; null if it did not
   */
  void completed(Chunk chunk, Outcome outcome, Throwable cause);

  /**
   * Reports that the chunk was taken, but the medium is unavailable or does not answer; the raw
   * writer keeps the chunk and sends it again. The raw writer need not log that. May be called any
   * number of times before {@link #completed}, for one of the chunks that wait.
   *
   * @param why what happened, in human-readable form
   */
  default void delayed(Chunk chunk, String why) {}
}
