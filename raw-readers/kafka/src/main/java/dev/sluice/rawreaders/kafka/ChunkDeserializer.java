package dev.sluice.rawreaders.kafka;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Kafka deserializer of chunks, for programs with a Kafka consumer of their own: {@code
 * value.deserializer=dev.sluice.rawreaders.kafka.ChunkDeserializer}. Header and CRC are checked;
 * the body is decoded by a {@code ChunkDecoder}, or by {@link RecordsDeserializer} in one step.
 * Thread-safe.
 */
public final class ChunkDeserializer implements Deserializer<Chunk> {
  /** Called by Kafka, which creates the deserializer by its class name. */
  public ChunkDeserializer() {}

  /**
   * Returns the chunk, which refers to {@code value}; null for null.
   *
   * @throws SerializationException if the bytes are no chunk
   */
  @Override
  public Chunk deserialize(String topic, byte[] value) {
    if (value == null) {
      return null;
    }
    try {
      return ChunkLayout.parse(value, 0, value.length);
    } catch (MalformedChunkException e) {
      throw new SerializationException(
          "message in topic " + topic + " is no chunk: " + e.getMessage(), e);
    }
  }
}
