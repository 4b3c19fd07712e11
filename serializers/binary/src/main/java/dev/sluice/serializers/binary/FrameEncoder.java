package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.Varint;
import java.util.Arrays;

/**
 * Packs values as differences from a base not above the least of their block, with few bits each;
 * the high bits of the few that need more are exceptions. Patched frame of reference: Zukowski et
 * al., "Super-Scalar RAM-CPU Cache Compression", ICDE 2006. For one thread; allocates nothing.
 */
final class FrameEncoder implements Packing {
  private static final int BLOCK = BinaryFormat.BLOCK;
  private static final int POSITION_BITS = BinaryFormat.POSITION_BITS;

  /**
   * Minimum length of a block with exceptions: for shorter blocks the search takes longer than the
   * packing.
   */
  private static final int MIN_PATCHED = 24;

  /** Maximum number of exceptions of a block of 64; shorter blocks have as many fewer. */
  private static final int MAX_EXCEPTIONS = 24;

  /**
   * Maximum number of bits of an exception's high part, so that it fits into a word with its place.
   */
  private static final int MAX_EXTRA = Long.SIZE - POSITION_BITS;

  /** Number of blocks written without a search for exceptions after one that needed none. */
  private static final int PLAIN_BLOCKS = 2;

  /** Number of counters that fit into a word, and the bits of one. */
  private static final int LANES = 8;

  private static final int LANE = 0xff;

  /** Number of leading zeros of a word with seven bits. */
  private static final int LANE_ZEROS = Long.SIZE - LANES + 1;

  /** Factor by which a word of counters becomes their running sums. */
  private static final long SUMS = 0x0101_0101_0101_0101L;

  /** Number of bits for a width, below its cost. */
  private static final int WIDTH_BITS = 7;

  private final long[] low = new long[BLOCK];
  private final long[] high = new long[BLOCK];

  /**
   * Counts of the values in even places by their bits, so that a count need not wait for the one
   * before.
   */
  private final int[] even = new int[BLOCK + 1];

  private final int[] odd = new int[BLOCK + 1];

  private long min;
  private long max;

  /** Base and width of the last block that has its own; the width is -1 before the first. */
  private long lastBase;

  private int lastWidth;

  /**
   * Bits of the largest distance in the current block; of its values; of all of it without its
   * head.
   */
  private int full;

  private int width;
  private int cost;

  /** Number of blocks still to be written without a search for exceptions. */
  private int plainBlocks;

  @Override
  public int encode(long[] v, int n, byte[] out, int p) {
    lastWidth = -1;
    plainBlocks = 0;
    for (int i = 0; i < n; i += BLOCK) {
      p = block(v, i, Math.min(BLOCK, n - i), out, p);
    }
    return p;
  }

  /** Returns about how many bits {@link #encode} takes. */
  int measure(long[] v, int n) {
    lastWidth = -1;
    plainBlocks = 0;
    int bits = 0;
    for (int i = 0; i < n; i += BLOCK) {
      int m = Math.min(BLOCK, n - i);
      bits += Byte.SIZE;
      plan(v, i, m);
      if (!isRepeatBetter(width, full, m)) {
        bits += Byte.SIZE * Varint.size(Varint.zigZag(min));
        lastBase = min;
        lastWidth = width;
      }
      bits += cost + Byte.SIZE - 1 & -Byte.SIZE;
    }
    return bits;
  }

  /**
   * Finds the range, width and cost of a block, and saves its distances from the smallest value.
   */
  private void plan(long[] v, int from, int m) {
    range(v, from, m);
    full = BinaryFormat.bits(max - min);
    subtract(v, from, m, min);
    width = full;
    cost = m * full;
    if (--plainBlocks < 0) {
      width = width(m, full);
      plainBlocks = width == full ? PLAIN_BLOCKS : 0;
    }
  }

  private int block(long[] v, int from, int m, byte[] out, int p) {
    plan(v, from, m);
    long base = min;
    int head = p++;
    if (isRepeatBetter(width, full, m)) {
      base = lastBase;
      full = BinaryFormat.bits(max - base);
      width = lastWidth;
      subtract(v, from, m, base);
      out[head] = BinaryFormat.REPEAT;
    } else {
      out[head] = (byte) width;
      p = Varint.put(out, p, Varint.zigZag(base));
      lastBase = base;
      lastWidth = width;
    }
    if (width < full) {
      out[head] |= (byte) BinaryFormat.EXCEPTIONS;
      p = exceptions(m, width, full - width, out, p);
    }
    return pack(width, low, m, out, p);
  }

  /** Packs {@code v[0..m)}, where the rest of the last eight is 0. */
  private static int pack(int width, long[] v, int m, byte[] out, int p) {
    BitKernels.pack(width, v, 0, m, out, p);
    return p + BinaryFormat.packedBytes(m, width);
  }

  /**
   * Finds the smallest and the largest value, in two chains each, which a processor follows in
   * parallel. It compares distances from the first value, which are ints nearly always: the JVM
   * makes no branch of the smaller of two ints, but does of two longs, and each new extreme would
   * be mispredicted.
   */
  private void range(long[] v, int from, int m) {
    long first = v[from];
    long beyond = 0;
    int leastA = 0;
    int leastB = 0;
    int mostA = 0;
    int mostB = 0;
    int i = from + 1;
    for (int end = from + m - 1; i < end; i += 2) {
      long a = v[i] - first;
      long b = v[i + 1] - first;
      beyond |= a + (1L << 31) | b + (1L << 31);
      leastA = Math.min(leastA, (int) a);
      leastB = Math.min(leastB, (int) b);
      mostA = Math.max(mostA, (int) a);
      mostB = Math.max(mostB, (int) b);
    }
    if (i < from + m) {
      long a = v[i] - first;
      beyond |= a + (1L << 31);
      leastA = Math.min(leastA, (int) a);
      mostA = Math.max(mostA, (int) a);
    }
    min = first + Math.min(leastA, leastB);
    max = first + Math.max(mostA, mostB);
    if (beyond >>> 32 != 0 || min > first || max < first) {
      wideRange(v, from, m);
    }
  }

  private void wideRange(long[] v, int from, int m) {
    min = v[from];
    max = min;
    for (int i = from + 1; i < from + m; i++) {
      min = Math.min(min, v[i]);
      max = Math.max(max, v[i]);
    }
  }

  private void subtract(long[] v, int from, int m, long base) {
    for (int k = 0; k < m; k++) {
      low[k] = v[from + k] - base;
    }
    if (m < BLOCK) {
      Arrays.fill(low, m, Math.min(m + 7, BLOCK), 0);
    }
  }

  /**
   * Returns whether base and width of the last block with its own should be repeated, because the
   * saved base outweighs wider values. With exceptions only if hardly more of them can arise.
   */
  private boolean isRepeatBetter(int width, int full, int m) {
    long lift = min - lastBase;
    if (lastWidth < 0 || lastWidth == Long.SIZE || lift < 0) {
      return false;
    }
    int fullThen = BinaryFormat.bits(max - lastBase);
    if (fullThen <= lastWidth) {
      return (lastWidth - width) * m <= 8 * Varint.size(Varint.zigZag(min));
    }
    return lastWidth == width && width < full && fullThen == full && lift <= 1L << width >>> 4;
  }

  /** Returns the width that leaves the fewest bits. */
  private int width(int m, int full) {
    if (full <= 2 || m < MIN_PATCHED) {
      return full;
    }
    // Where the width was before, as long as that leaves few enough bits above.
    int floor = full - LANES + 1;
    if (lastWidth >= 0) {
      floor = Math.min(floor, lastWidth - LANES / 2);
    }
    floor = Math.max(floor, 0);
    int most = m * MAX_EXCEPTIONS >>> 6;
    long lanes = lanes(m, floor);
    if (full - floor <= MAX_EXTRA && (floor == 0 || m - (lanes & LANE) > most)) {
      int width = nearWidth(m, floor, full, most, lanes);
      int top = floor + LANES - 1;
      if (full <= top || width < top - 1) {
        return width;
      }
    }
    return anyWidth(m, full, most);
  }

  /**
   * Counts values by their bits above {@code floor} in eight counters of a byte each in one word:
   * the first one for values without such bits, then for seven and more down to one.
   */
  private long lanes(int m, int floor) {
    long even = 0;
    long odd = 0;
    // The place behind an odd number of values holds 0. A shift takes its distance modulo 64.
    for (int k = 0; k < m; k += 2) {
      even += 1L << (Math.max(LANE_ZEROS, Long.numberOfLeadingZeros(low[k] >>> floor)) << 3);
      odd += 1L << (Math.max(LANE_ZEROS, Long.numberOfLeadingZeros(low[k + 1] >>> floor)) << 3);
    }
    return even + odd - (m & 1);
  }

  /**
   * Returns the best width by the counters in {@code lanes}, without branches that data would
   * mispredict.
   */
  private int nearWidth(int m, int floor, int full, int most, long lanes) {
    long above = (lanes & ~(long) LANE) * SUMS;
    int best = m * full << WIDTH_BITS | Long.SIZE - full;
    for (int width = Math.min(full, floor + LANES - 1) - 1; width >= floor; width--) {
      int count = (int) (above >>> (floor + LANES - 1 - width << 3)) & LANE;
      int tooMany = most - count >> 31 & 1 << 16;
      int bits = cost(m, width, full, count) | tooMany;
      best = Math.min(best, bits << WIDTH_BITS | Long.SIZE - width);
    }
    cost = best >>> WIDTH_BITS;
    return Long.SIZE - (best & (1 << WIDTH_BITS) - 1);
  }

  private int anyWidth(int m, int full, int most) {
    Arrays.fill(even, 0, full + 1, 0);
    Arrays.fill(odd, 0, full + 1, 0);
    for (int k = 0; k < m; k += 2) {
      even[BinaryFormat.bits(low[k])]++;
      odd[BinaryFormat.bits(low[k + 1])]++;
    }
    int best = full;
    cost = m * full;
    int count = 0;
    for (int width = full - 1; width >= Math.max(0, full - MAX_EXTRA); width--) {
      count += even[width + 1] + odd[width + 1];
      if (count > most) {
        break;
      }
      int bits = cost(m, width, full, count);
      if (bits < cost) {
        cost = bits;
        best = width;
      }
    }
    return best;
  }

  /** Returns the number of bits of a block with exceptions, without its first byte and base. */
  private static int cost(int m, int width, int full, int exceptions) {
    int patches = exceptions == 0 ? 0 : 20 + exceptions * (POSITION_BITS + full - width);
    return m * width + patches;
  }

  private int exceptions(int m, int width, int extra, byte[] out, int p) {
    long mask = (1L << width) - 1;
    int count = 0;
    for (int k = 0; k < m; k++) {
      long value = low[k];
      high[count] = value >>> width << POSITION_BITS | k;
      // At most 58 bits are above: the difference is less than 0 if any is.
      count += (int) (-(value >>> width) >>> 63);
    }
    for (int k = 0; k < BLOCK; k++) {
      low[k] &= mask;
    }
    Arrays.fill(high, count, Math.min(count + 7, BLOCK), 0);
    out[p] = (byte) count;
    out[p + 1] = (byte) extra;
    return pack(POSITION_BITS + extra, high, count, out, p + 2);
  }
}
