package dev.sluice.api.chunk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The four bytes that begin a chunk: 53 F9 F9 4C. None of their ends is one of their beginnings, so
 * that none begins in a chunk and ends in the next one. A byte that occurs twice lets a search look
 * for one value only, and F9 occurs in no UTF-8 text.
 */
final class Magic {
  /** The bytes as a little-endian int. */
  static final int VALUE = 0x4CF9_F953;

  static final int BYTES = 4;

  private static final byte MIDDLE = (byte) 0xF9;
  private static final long MIDDLES = 0xF9F9_F9F9_F9F9_F9F9L;
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long TOPS = 0x8080_8080_8080_8080L;
  private static final int BLOCK = 64;
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Magic() {}

  /** Returns whether the magic begins at this index. */
  static boolean isAt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at) == VALUE;
  }

  /**
   * Looks for four bytes that differ from the magic in at most {@code bits} bits, 0 or 1.
   *
   * @return the first index from which they lie in {@code bytes[from..to)}, or -1
   */
  static int find(byte[] bytes, int from, int to, int bits) {
    // At most one of the two middle bytes is flipped, so the other one is found.
    int at = from + 1;
    for (; at + BLOCK < to; at += BLOCK) {
      long middles = 0;
      for (int i = 0; i < BLOCK; i += Long.BYTES) {
        middles |= middles(bytes, at + i);
      }
      if ((middles & TOPS) != 0) {
        int found = findIn(bytes, at, from, to, bits);
        if (found >= 0) {
          return found;
        }
      }
    }
    for (; at < to - 1; at++) {
      int found = bytes[at] == MIDDLE ? startAround(bytes, at, from, to, bits) : -1;
      if (found >= 0) {
        return found;
      }
    }
    return -1;
  }

  /**
   * Returns a word in which the top bit of each byte is set that is a middle byte of the magic, and
   * seldom others.
   */
  private static long middles(byte[] bytes, int at) {
    long zeros = (long) LONG.get(bytes, at) ^ MIDDLES;
    return zeros - ONES & ~zeros;
  }

  /**
   * Looks for the magic around the middle bytes of a block; returns the index of its first byte, or
   * -1.
   */
  private static int findIn(byte[] bytes, int block, int from, int to, int bits) {
    for (int at = block; at < block + BLOCK; at += Long.BYTES) {
      for (long rest = middles(bytes, at) & TOPS; rest != 0; rest &= rest - 1) {
        int middle = at + Long.numberOfTrailingZeros(rest) / Byte.SIZE;
        int found = startAround(bytes, middle, from, to, bits);
        if (found >= 0) {
          return found;
        }
      }
    }
    return -1;
  }

  /** Returns the index where the magic begins that has the given byte in its middle, or -1. */
  private static int startAround(byte[] bytes, int middle, int from, int to, int bits) {
    int first = middle - 2;
    if (first >= from && isNear(bytes, first, bits)) {
      return first;
    }
    boolean fits = first + 1 + BYTES <= to;
    return fits && isNear(bytes, first + 1, bits) ? first + 1 : -1;
  }

  private static boolean isNear(byte[] bytes, int at, int bits) {
    return Integer.bitCount((int) INT.get(bytes, at) ^ VALUE) <= bits;
  }
}
