package dev.sluice.rawwriters.kafka;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.support.wire.KafkaBinding;
import java.nio.charset.StandardCharsets;

/** Which key a chunk's message has, and so which partition it goes to. */
enum MessageKey {
  /** The producer id, so that a producer's chunks stay in one partition and in order. */
  PRODUCER {
    @Override
    byte[] of(Chunk chunk) {
      return KafkaBinding.producerKey(chunk.accounting());
    }
  },
  /**
   * Producer id and sequence: spreads one busy producer over all partitions. Its chunks reach
   * consumers out of order, and a consumer of some partitions cannot prove completeness.
   */
  CHUNK {
    @Override
    byte[] of(Chunk chunk) {
      Accounting accounting = chunk.accounting();
      return (accounting.producer() + "/" + accounting.sequence())
          .getBytes(StandardCharsets.US_ASCII);
    }
  };

  /** The key, at most 256 bytes. */
  abstract byte[] of(Chunk chunk);
}
