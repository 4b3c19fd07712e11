package dev.sluice.serializers.binary;

import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;

/** Decodes what {@link BinarySerializer} encodes. Thread-safe. */
public final class BinaryDeserializer implements Deserializer {
  /** For {@link java.util.ServiceLoader}. */
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
