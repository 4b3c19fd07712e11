package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.ChunkLayout;

/** Compressor of whole bodies. For one thread. */
abstract class BodyCompressor {
  /** Returns the feature of the chunk header for this compression. */
  abstract int feature();

  /**
   * Compresses {@code raw[0..length)} to {@code out[from..to)}; returns the stored length, or -1 if
   * there is no room.
   */
  abstract int compress(byte[] raw, int length, byte[] out, int from, int to);

  /** Compressor to an LZ4 block without history. */
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
