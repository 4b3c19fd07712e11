package dev.sluice.api.chunk;

import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * CRC32C of any stretch of a buffer at a cost that does not depend on its length, so that a buffer
 * full of false chunk headers is no quadratic work. It keeps the CRC of the buffer up to every
 * block; the CRC of a stretch follows from those of its ends, because a CRC is linear: crc(AB) =
 * crc(A) · x^(8 |B|) + crc(B) modulo the polynomial. For one thread.
 */
final class RangeCrc {
  /** Stretches up to four blocks are run through; of longer ones, less than two. */
  static final int BLOCK = 4096;

  private static final int POLYNOMIAL =
      0x82F6_3B78; // Castagnoli's, lowest bit is the highest power
  private static final int ONE = 1 << 31;
  private static final int[] POWERS = powers();

  private final CRC32C running = new CRC32C();
  private int[] upToBlock = new int[16];
  private int blocks;

  /** To be called when bytes of the buffer were moved or replaced. */
  void reset() {
    running.reset();
    blocks = 0;
  }

  /** The CRC of {@code buffer[from..to)}; nothing before {@code to} may change until a reset. */
  int of(byte[] buffer, int from, int to) {
    if (to - from <= 4 * BLOCK) {
      return direct(buffer, from, to);
    }
    return upTo(buffer, to) ^ shift(upTo(buffer, from), to - from);
  }

  private int upTo(byte[] buffer, int end) {
    int block = end / BLOCK;
    for (; blocks < block; blocks++) {
      running.update(buffer, blocks * BLOCK, BLOCK);
      if (blocks + 1 >= upToBlock.length) {
        upToBlock = Arrays.copyOf(upToBlock, upToBlock.length * 2);
      }
      upToBlock[blocks + 1] = (int) running.getValue();
    }
    int rest = end - block * BLOCK;
    return shift(upToBlock[block], rest) ^ direct(buffer, end - rest, end);
  }

  private static int direct(byte[] buffer, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(buffer, from, to - from);
    return (int) crc.getValue();
  }

  /** {@code crc · x^(8 bytes)}. */
  private static int shift(int crc, int bytes) {
    int result = crc;
    for (int bit = 0; bytes >>> bit != 0; bit++) {
      if ((bytes >>> bit & 1) != 0) {
        result = multiply(POWERS[bit], result);
      }
    }
    return result;
  }

  private static int multiply(int a, int b) {
    int product = 0;
    for (int rest = a; rest != 0; rest <<= 1) {
      product ^= b & rest >> 31;
      b = b >>> 1 ^ POLYNOMIAL & -(b & 1);
    }
    return product;
  }

  /** x^(8 · 2^i) for each bit of a length. */
  private static int[] powers() {
    int[] powers = new int[31];
    powers[0] = ONE >>> 8;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = multiply(powers[i - 1], powers[i - 1]);
    }
    return powers;
  }
}
