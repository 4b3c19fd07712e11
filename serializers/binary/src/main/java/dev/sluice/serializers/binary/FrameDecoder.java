package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;

/** Decoder of values that {@link FrameEncoder} packs. For one thread; allocates nothing. */
final class FrameDecoder implements ColumnDecoder.Unpacking, ColumnDecoder.Summing {
  private static final int BLOCK = BinaryFormat.BLOCK;
  private static final int POSITION_BITS = BinaryFormat.POSITION_BITS;

  private final byte[] tail = new byte[(BLOCK + 1) * Long.BYTES];
  private final long[] patches = new long[BLOCK];

  /** Width of the last block that has its own; -1 before the first. */
  private int width;

  private long base;

  /** Bounds of the values of the last column. */
  private final Bounds bounds;

  private byte[] bytes;
  private Varint.Reader in;

  FrameDecoder(Bounds bounds) {
    this.bounds = bounds;
  }

  void begin(byte[] newBytes, Varint.Reader newIn) {
    bytes = newBytes;
    in = newIn;
  }

  /** Reads n values to {@code v[s..)}; up to 63 places after them are overwritten. */
  @Override
  public void decode(long[] v, int s, int n) throws MalformedChunkException {
    begin();
    for (int i = 0; i < n; i += BLOCK) {
      int m = Math.min(BLOCK, n - i);
      if (readHead()) {
        patched(v, s + i, m);
      } else {
        unpack(width, v, s + i, m, base);
      }
    }
  }

  /**
   * Reads n differences and writes their sums to {@code v[s..)}; up to 63 places after them are
   * overwritten.
   */
  @Override
  public void decode(long[] v, int s, int n, long before) throws MalformedChunkException {
    begin();
    long x = before;
    for (int i = 0; i < n; i += BLOCK) {
      int m = Math.min(BLOCK, n - i);
      if (readHead()) {
        patched(v, s + i, m);
        x = ColumnDecoder.sum(v, s + i, m, x);
      } else {
        x = unpackSums(v, s + i, m, x);
      }
    }
  }

  private void begin() {
    width = -1;
    bounds.empty();
  }

  /** Reads the head of a block; returns true if exceptions follow. */
  private boolean readHead() throws MalformedChunkException {
    int head = in.unsignedByte();
    int newWidth = head & ~BinaryFormat.EXCEPTIONS;
    if (newWidth != BinaryFormat.REPEAT) {
      if (newWidth > Long.SIZE) {
        throw in.malformed("width of " + newWidth + " bits");
      }
      width = newWidth;
      base = in.signedVarint();
      bounds.include(base, width);
    } else if (width < 0) {
      throw in.malformed("first block repeats the one before");
    }
    return head != newWidth;
  }

  private void patched(long[] v, int s, int m) throws MalformedChunkException {
    int count = in.unsignedByte();
    int extra = in.unsignedByte();
    if (count < 1 || count > m || extra < 1 || extra > Long.SIZE - Math.max(width, POSITION_BITS)) {
      throw in.malformed(count + " exceptions of " + extra + " bits in a block of " + m);
    }
    bounds.include(base, width + extra);
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

  /**
   * Reads n values that are stored one after the other; up to 63 places after them are overwritten.
   */
  void unpackAll(int width, long[] v, int s, int n) throws MalformedChunkException {
    for (int i = 0; i < n; i += BLOCK) {
      unpack(width, v, s + i, Math.min(BLOCK, n - i), 0);
    }
  }

  /** Reads m values of one block; the rest of the block's places are overwritten. */
  private void unpack(int width, long[] v, int s, int m, long base) throws MalformedChunkException {
    int at = place(m, width);
    if (at + (width + 1) * Long.BYTES <= bytes.length) {
      BitKernels.unpack(width, bytes, at, v, s, m, base);
    } else {
      BitKernels.unpack(width, tail(at), 0, v, s, m, base);
    }
  }

  private long unpackSums(long[] v, int s, int m, long before) throws MalformedChunkException {
    int at = place(m, width);
    if (at + (width + 1) * Long.BYTES <= bytes.length) {
      return BitKernels.sum(width, bytes, at, v, s, m, base, before);
    }
    return BitKernels.sum(width, tail(at), 0, v, s, m, base, before);
  }

  /** Returns the index of m packed values. */
  private int place(int m, int width) throws MalformedChunkException {
    int length = BinaryFormat.packedBytes(m, width);
    int at = in.skip(length);
    int unused = (length << 3) - m * width;
    if (unused > 0 && (bytes[at + length - 1] & 0xff) >>> 8 - unused != 0) {
      throw in.malformed("unused bits are not 0");
    }
    return at;
  }

  /** Returns a copy of the last bytes, with room for the bytes that kernels read after them. */
  private byte[] tail(int at) {
    // What an earlier block left behind these bytes only becomes values that nobody asked for.
    System.arraycopy(bytes, at, tail, 0, in.position() - at);
    return tail;
  }
}
