package dev.sluice.serializers.binary;

import dev.sluice.api.binding.Varint;
import dev.sluice.api.chunk.MalformedChunkException;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4SafeDecompressor;

/** LZ4 with the exact length known before. For one thread. */
final class Decompressor {
  /** No byte of an LZ4 block stands for more than 255. */
  private static final long MAX_EXPANSION = 255;

  private final LZ4SafeDecompressor lz4 = Lz4.factory().safeDecompressor();

  /**
   * Decompresses {@code stored} bytes to {@code length}.
   *
   * @param target used if it is long enough
   * @param in for the position of errors
   * @return {@code target} or a longer array
   */
  byte[] decompress(byte[] bytes, int at, int stored, byte[] target, int length, Varint.Reader in)
      throws MalformedChunkException {
    if (length > MAX_EXPANSION * stored) {
      throw in.malformed(stored + " bytes of LZ4 cannot hold " + length);
    }
    byte[] result = target.length < length ? new byte[length] : target;
    try {
      int actual = lz4.decompress(bytes, at, stored, result, 0, length);
      if (actual == length) {
        return result;
      }
      throw in.malformed("LZ4 block holds " + actual + " bytes instead of " + length);
    } catch (LZ4Exception e) {
      throw in.malformed("LZ4 block is damaged");
    }
  }
}
