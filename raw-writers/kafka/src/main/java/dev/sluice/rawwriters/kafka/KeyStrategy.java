package dev.sluice.rawwriters.kafka;

import dev.sluice.api.chunk.Chunk;

/**
 * Which key a chunk's message has, and so which partition it goes to. Found by name with {@link
 * java.util.ServiceLoader}. Thread-safe.
 */
public interface KeyStrategy {
  /** The name in configuration: {@code key=producer}. */
  String name();

  /** The key, at most 256 bytes; null lets the client choose a partition. */
  byte[] key(Chunk chunk);

  /**
   * Whether all chunks of a producer have one key. If not, a producer is spread over partitions:
   * its chunks reach consumers out of order, and a consumer of some partitions cannot prove
   * completeness.
   */
  boolean keepsProducerInOnePartition();
}
