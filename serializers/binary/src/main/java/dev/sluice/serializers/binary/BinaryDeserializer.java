package dev.sluice.serializers.binary;

import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;

/** Factory of decoders for chunks of {@link BinarySerializer}. Thread-safe. */
public final class BinaryDeserializer implements Deserializer {
  /** Called by {@link java.util.ServiceLoader}. */
  public BinaryDeserializer() {}

  @Override
  public String name() {
    return BinaryFormat.NAME;
  }

  @Override
  public int id() {
    return BinaryFormat.SERIALIZER_ID;
  }

  @Override
  public ChunkDecoder newDecoder(DecodeLimits limits) {
    return new BinaryChunkDecoder(limits);
  }
}
