package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.ChunkLayout;

/** Compresses whole bodies. For one thread. */
abstract class BodyCompressor {
  /** The feature of the chunk header that says how. */
  abstract int feature();

  /**
   * Compresses {@code raw[0..length)} to {@code out[from..to)}; the result is the stored length, or
   * -1 if there is no room.
   */
  abstract int compress(byte[] raw, int length, byte[] out, int from, int to);

  /** LZ4: a block without history. */
  static final class Lz4 extends BodyCompressor {
    private final Lz4Encoder encoder = new Lz4Encoder(new byte[0]);

    @Override
    int feature() {
      return ChunkLayout.COMPRESSION_LZ4;
    }

    @Override
    int compress(byte[] raw, int length, byte[] out, int from, int to) {
      int end = encoder.encode(raw, 0, length, out, from, to);
      return end < 0 ? -1 : end - from;
    }
  }
}
