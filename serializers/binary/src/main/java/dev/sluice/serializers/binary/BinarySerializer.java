package dev.sluice.serializers.binary;

import dev.sluice.api.config.Options;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.Serializer;

/**
 * The columnar container, serializer id 1, laid out in {@code container-format-spec}. Thread-safe.
 *
 * <p>Option {@code compression}: {@code none} (default; the string table may still be compressed)
 * or {@code lz4} for whole bodies. Option {@code staticStrings}: {@code true} (default) or {@code
 * false} to carry even the strings in each chunk that the specification knows.
 */
public final class BinarySerializer implements Serializer {
  /** For {@link java.util.ServiceLoader}. */
  public BinarySerializer() {}

  @Override
  public String name() {
    return BinaryFormat.NAME;
  }

  @Override
  public int id() {
    return BinaryFormat.SERIALIZER_ID;
  }

  @Override
  public ChunkEncoder newEncoder(Options options) {
    return new BinaryChunkEncoder(
        options.choice("compression", "none", "none", "lz4").equals("lz4"),
        options.flag("staticStrings", true) ? StaticStrings.FIRST : StaticStrings.NONE);
  }
}
