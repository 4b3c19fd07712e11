package dev.sluice.serializers.protobuf;

import dev.sluice.api.config.Options;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.Serializer;

/**
 * Serializer of bodies that are a message {@code sluice.chunk.v1.Body}, serializer id 2, specified
 * in {@code container-format-spec}. Has no options. Thread-safe.
 */
public final class ProtobufSerializer implements Serializer {
  /** Called by {@link java.util.ServiceLoader}. */
  public ProtobufSerializer() {}

  @Override
  public String name() {
    return ProtobufFormat.NAME;
  }

  @Override
  public int id() {
    return ProtobufFormat.SERIALIZER_ID;
  }

  @Override
  public ChunkEncoder newEncoder(Options options) {
    return new ProtobufChunkEncoder();
  }
}
