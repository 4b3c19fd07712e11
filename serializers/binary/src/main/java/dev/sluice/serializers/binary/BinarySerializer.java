package dev.sluice.serializers.binary;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.Serializer;
import java.util.List;

/**
 * Serializer of the columnar container, serializer id 1, specified in {@code
 * container-format-spec}. Thread-safe.
 *
 * <p>Option {@code compression}: {@code none} (default; the string table may still be compressed)
 * or {@code lz4} or {@code zstd} for whole bodies; zstd needs the optional library. Option {@code
 * static.strings}: {@code true} (default) or {@code false} to carry even the strings in each chunk
 * that the specification knows.
 */
public final class BinarySerializer implements Serializer {
  private static final Key<String> COMPRESSION =
      Key.choice(
          "compression",
          "none",
          "Compression of whole bodies; the string table may be compressed without it. zstd"
              + " needs its optional library.",
          "none",
          "lz4",
          "zstd");
  private static final Key<Boolean> STATIC_STRINGS =
      Key.flag(
          "static.strings",
          true,
          "Whether strings that the specification knows are left out of chunks.");

  /** Called by {@link java.util.ServiceLoader}. */
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
        options.get(STATIC_STRINGS) ? StaticStrings.FIRST : StaticStrings.NONE);
  }

  private static BodyCompressor compressor(Options options) {
    return switch (options.get(COMPRESSION)) {
      case "lz4" -> new BodyCompressor.Lz4();
      case "zstd" -> {
        try {
          yield new Zstd();
        } catch (NoClassDefFoundError e) {
          options.problem("compression=" + Zstd.MISSING);
          yield null;
        }
      }
      default -> null;
    };
  }

  @Override
  public List<Key<?>> keys() {
    return List.of(COMPRESSION, STATIC_STRINGS);
  }
}
