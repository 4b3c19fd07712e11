package dev.sluice.serializers.binary;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;

/**
 * Compression of whole bodies with zstd. The library is optional: this class is the only one that
 * needs it, and is not touched without a reason. Without the library not even its methods are
 * entered, since the JVM verifies it first: who uses it catches {@link NoClassDefFoundError}. For
 * one thread.
 */
final class Zstd extends BodyCompressor {
  /**
   * Compression level; higher ones gain little on packed columns and take several times as long.
   */
  private static final int LEVEL = 3;

  /** Bit of a frame header that is set if the content is the window. */
  private static final int SINGLE_SEGMENT = 32;

  /** Number in a frame header for a window of 64 MiB; larger windows have larger numbers. */
  private static final int MAX_WINDOW = 0x80;

  /** Message for a missing library; a constant, which can be used without this class. */
  static final String MISSING =
      "zstd needs the library com.github.luben:zstd-jni, which is not on the class path";

  private final ZstdCompressCtx context = new ZstdCompressCtx().setLevel(LEVEL);

  @Override
  int feature() {
    return ChunkLayout.COMPRESSION_ZSTD;
  }

  @Override
  int compress(byte[] raw, int length, byte[] out, int from, int to) {
    try {
      return context.compressByteArray(out, from, to - from, raw, 0, length);
    } catch (ZstdException e) {
      // How the library says that there is no room.
      return -1;
    }
  }

  /**
   * Decompresses {@code stored} bytes to {@code length}.
   *
   * @return {@code target} or a longer array
   */
  static byte[] decode(
      byte[] bytes, int at, int stored, byte[] target, int length, Varint.Reader in)
      throws MalformedChunkException {
    Lz4Decoder.checkExpansion(stored, length, in);
    byte[] result = target.length < length ? new byte[length] : target;
    try (ZstdDecompressCtx context = new ZstdDecompressCtx()) {
      if (com.github.luben.zstd.Zstd.findFrameCompressedSize(bytes, at, stored) != stored) {
        throw in.malformed("zstd frame does not fill the body");
      }
      if ((bytes[at + 4] & SINGLE_SEGMENT) == 0 && (bytes[at + 5] & 0xff) > MAX_WINDOW) {
        throw in.malformed("zstd frame has a window of more than 64 MiB");
      }
      int actual = context.decompressByteArray(result, 0, length, bytes, at, stored);
      if (actual != length) {
        throw in.malformed("zstd frame holds " + actual + " bytes instead of " + length);
      }
      return result;
    } catch (ZstdException e) {
      throw in.malformed("zstd frame is damaged");
    }
  }
}
