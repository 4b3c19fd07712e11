package dev.sluice.rawwriters.kafka;

import dev.sluice.api.binding.KafkaBinding;
import dev.sluice.api.chunk.Chunk;

/** The default: the producer id, so that a producer's chunks stay in order. */
public final class ProducerKey implements KeyStrategy {
  /** For {@link java.util.ServiceLoader}. */
  public ProducerKey() {}

  @Override
  public String name() {
    return "producer";
  }

  @Override
  public byte[] key(Chunk chunk) {
    return KafkaBinding.producerKey(chunk.accounting());
  }

  @Override
  public boolean keepsProducerInOnePartition() {
    return true;
  }
}
