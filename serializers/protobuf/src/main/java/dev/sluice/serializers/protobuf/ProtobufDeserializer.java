package dev.sluice.serializers.protobuf;

import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;

/** Factory of decoders for chunks of {@link ProtobufSerializer}. Thread-safe. */
public final class ProtobufDeserializer implements Deserializer {
  /** Called by {@link java.util.ServiceLoader}. */
  public ProtobufDeserializer() {}

  @Override
  public String name() {
    return ProtobufFormat.NAME;
  }

  @Override
  public int id() {
    return ProtobufFormat.SERIALIZER_ID;
  }

  @Override
  public ChunkDecoder newDecoder(DecodeLimits limits) {
    return new ProtobufChunkDecoder(limits);
  }
}
