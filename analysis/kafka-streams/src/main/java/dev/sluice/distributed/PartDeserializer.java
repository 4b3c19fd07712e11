package dev.sluice.distributed;

import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;

/** Reads the parts into which chunks are split between two steps of a distributed analysis. */
public final class PartDeserializer implements Deserializer {
  /**
   * No serializer has this id: only {@link PartWriter} makes such chunks. 250 was another layout.
   */
  static final int ID = 251;

  /** For {@link java.util.ServiceLoader}. */
  public PartDeserializer() {}

  @Override
  public String name() {
    return "part";
  }

  @Override
  public int id() {
    return ID;
  }

  @Override
  public ChunkDecoder newDecoder(DecodeLimits limits) {
    return new PartDecoder();
  }
}
