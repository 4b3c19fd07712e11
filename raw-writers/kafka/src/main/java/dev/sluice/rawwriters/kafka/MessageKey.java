package dev.sluice.rawwriters.kafka;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.support.wire.KafkaBinding;
import java.nio.charset.StandardCharsets;

/** Key of a chunk's message, which decides the partition. */
enum MessageKey {
  /** The key is the producer id, so that a producer's chunks stay in one partition and in order. */
  PRODUCER {
    @Override
    byte[] of(Chunk chunk) {
      return KafkaBinding.producerKey(chunk.accounting());
    }
  },
  /**
   * The key is the producer id and the sequence number, which spreads one busy producer over all
   * partitions. Its chunks reach consumers out of order, and a consumer of some partitions cannot
   * prove completeness.
   */
  CHUNK {
    @Override
    byte[] of(Chunk chunk) {
      Accounting accounting = chunk.accounting();
      return (accounting.producer() + "/" + accounting.sequence())
          .getBytes(StandardCharsets.US_ASCII);
    }
  };

  /** Returns the key for a chunk, at most 256 bytes. */
  abstract byte[] of(Chunk chunk);
}
