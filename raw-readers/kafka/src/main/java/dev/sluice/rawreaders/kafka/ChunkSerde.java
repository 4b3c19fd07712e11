package dev.sluice.rawreaders.kafka;

import dev.sluice.api.chunk.Chunk;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Serde for chunks as values of Kafka Streams: {@code
 * default.value.serde=dev.sluice.rawreaders.kafka.ChunkSerde}. The serializer writes a chunk's
 * bytes as they are.
 */
public final class ChunkSerde extends Serdes.WrapperSerde<Chunk> {
  /** Called by Kafka, which creates the serde by its class name. */
  public ChunkSerde() {
    super((topic, chunk) -> chunk == null ? null : chunk.toByteArray(), new ChunkDeserializer());
  }
}
