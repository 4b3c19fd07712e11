package dev.sluice.serializers.protobuf;

import dev.sluice.api.config.Options;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.Serializer;

/**
 * Bodies that are a message {@code sluice.chunk.v1.Body}, serializer id 2, laid out in {@code
 * container-format-spec}. Has no options. Thread-safe.
 */
public final class ProtobufSerializer implements Serializer {
  /** For {@link java.util.ServiceLoader}. */
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
