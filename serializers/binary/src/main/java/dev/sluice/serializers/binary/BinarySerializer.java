package dev.sluice.serializers.binary;

import dev.sluice.api.config.Options;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.Serializer;

/**
 * The columnar container, serializer id 1, laid out in {@code container-format-spec}. Thread-safe.
 *
 * <p>Option {@code compression}: {@code none} (default; the string table may still be compressed)
 * or {@code lz4} or {@code zstd} for whole bodies; zstd needs the optional library. Option {@code
 * staticStrings}: {@code true} (default) or {@code false} to carry even the strings in each chunk
 * that the specification knows.
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
        compressor(options),
        options.flag("staticStrings", true) ? StaticStrings.FIRST : StaticStrings.NONE);
  }

  private static BodyCompressor compressor(Options options) {
    return switch (options.choice("compression", "none", "none", "lz4", "zstd")) {
      case "lz4" -> new BodyCompressor.Lz4();
      case "zstd" -> {
        BodyCompressor zstd = Zstd.compressor();
        if (zstd == null) {
          options.problem("compression=" + Zstd.missing());
        }
        yield zstd;
      }
      default -> null;
    };
  }
}
