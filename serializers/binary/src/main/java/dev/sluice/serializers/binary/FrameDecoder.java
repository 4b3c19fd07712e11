package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;

/** Unpacks what {@link FrameEncoder} packs. For one thread; allocates nothing. */
final class FrameDecoder implements ColumnDecoder.Unpacking {
  private static final int BLOCK = BinaryFormat.BLOCK;
  private static final int POSITION_BITS = BinaryFormat.POSITION_BITS;

  private final byte[] tail = new byte[(BLOCK + 1) * Long.BYTES];
  private final long[] patches = new long[BLOCK];

  /** Of the last block that has its own; the width is -1 before the first. */
  private int width;

  private long base;
  private byte[] bytes;
  private Varint.Reader in;

  void begin(byte[] newBytes, Varint.Reader newIn) {
    bytes = newBytes;
    in = newIn;
  }

  /** Reads n values to {@code v[s..)}; up to 63 places behind them are overwritten. */
  @Override
  public void decode(long[] v, int s, int n) throws MalformedChunkException {
    width = -1;
    for (int i = 0; i < n; i += BLOCK) {
      block(v, s + i, Math.min(BLOCK, n - i));
    }
  }

  private void block(long[] v, int s, int m) throws MalformedChunkException {
    int head = in.unsignedByte();
    int newWidth = head & ~BinaryFormat.EXCEPTIONS;
    if (newWidth != BinaryFormat.REPEAT) {
      if (newWidth > Long.SIZE) {
        throw in.malformed("width of " + newWidth + " bits");
      }
      width = newWidth;
      base = in.signedVarint();
    } else if (width < 0) {
      throw in.malformed("first block repeats the one before");
    }
    if (head == newWidth) {
      unpack(width, v, s, m, base);
    } else {
      patched(v, s, m);
    }
  }

  private void patched(long[] v, int s, int m) throws MalformedChunkException {
    int count = in.unsignedByte();
    int extra = in.unsignedByte();
    if (count < 1 || count > m || extra < 1 || extra > Long.SIZE - Math.max(width, POSITION_BITS)) {
      throw in.malformed(count + " exceptions of " + extra + " bits in a block of " + m);
    }
    unpack(POSITION_BITS + extra, patches, 0, count, 0);
    unpack(width, v, s, m, base);
    int last = -1;
    for (int i = 0; i < count; i++) {
      int position = (int) patches[i] & BLOCK - 1;
      long high = patches[i] >>> POSITION_BITS;
      if (position <= last || position >= m || high == 0) {
        throw in.malformed("exception at place " + position + " of a block of " + m);
      }
      last = position;
      v[s + position] += high << width;
    }
  }

  /** Reads m values of one block; the rest of the block's places are overwritten. */
  void unpack(int width, long[] v, int s, int m, long base) throws MalformedChunkException {
    int length = BinaryFormat.packedBytes(m, width);
    int at = in.skip(length);
    int unused = (length << 3) - m * width;
    if (unused > 0 && (bytes[at + length - 1] & 0xff) >>> 8 - unused != 0) {
      throw in.malformed("unused bits are not 0");
    }
    if (at + (width + 1) * Long.BYTES <= bytes.length) {
      BitKernels.unpack(width, bytes, at, v, s, m, base);
    } else {
      // What an earlier block left behind these bytes only becomes values that nobody asked for.
      System.arraycopy(bytes, at, tail, 0, length);
      BitKernels.unpack(width, tail, 0, v, s, m, base);
    }
  }
}
