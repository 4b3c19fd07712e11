package dev.sluice.rawreaders.kafka;

import dev.sluice.api.chunk.Chunk;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Chunks as values of Kafka Streams: {@code
 * default.value.serde=dev.sluice.rawreaders.kafka.ChunkSerde}. The serializer writes a chunk's
 * bytes as they are.
 */
public final class ChunkSerde extends Serdes.WrapperSerde<Chunk> {
  /** For Kafka, which makes it by its class name. */
  public ChunkSerde() {
    super((topic, chunk) -> chunk == null ? null : chunk.toByteArray(), new ChunkDeserializer());
  }
}
