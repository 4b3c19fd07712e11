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

  /** Shorter blocks do without exceptions: to look for them takes longer than to pack. */
  private static final int MIN_PATCHED = 24;

  /** Most exceptions of a block of 64; shorter blocks have as many fewer. */
  private static final int MAX_EXCEPTIONS = 24;

  /** Most bits of an exception's high part, so that it fits into a word with its place. */
  private static final int MAX_EXTRA = Long.SIZE - POSITION_BITS;

  /** Blocks written without a look for exceptions after one that needed none. */
  private static final int PLAIN_BLOCKS = 2;

  /** Counters that fit into a word, and the bits of one. */
  private static final int LANES = 8;

  private static final int LANE = 0xff;

  private final long[] low = new long[BLOCK];
  private final long[] high = new long[BLOCK];
  private final int[] histogram = new int[BLOCK + 1];

  private long min;
  private long max;

  /** Base and width of the last block that has its own; the width is -1 before the first. */
  private long lastBase;

  private int lastWidth;

  /** Blocks still to be written without a look for exceptions. */
  private int plainBlocks;

  /** Bits that {@link #width} expects the block to take. */
  private int expected;

  @Override
  public int encode(long[] v, int n, byte[] out, int p) {
    lastWidth = -1;
    plainBlocks = 0;
    for (int i = 0; i < n; i += BLOCK) {
      p = block(v, i, Math.min(BLOCK, n - i), out, p);
    }
    return p;
  }

  private int block(long[] v, int from, int m, byte[] out, int p) {
    range(v, from, m);
    long base = min;
    int full = BinaryFormat.bits(max - base);
    subtract(v, from, m, base);
    int width = full;
    if (--plainBlocks < 0) {
      width = width(m, full);
      plainBlocks = width == full ? PLAIN_BLOCKS : 0;
    } else {
      expected = m * full;
    }
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

  /** Packs {@code v[0..m)}, where the rest of the block is 0. */
  static int pack(int width, long[] v, int m, byte[] out, int p) {
    BitKernels.pack(width, v, out, p);
    return p + BinaryFormat.packedBytes(m, width);
  }

  /** Finds least and greatest in two chains each, which a processor follows side by side. */
  private void range(long[] v, int from, int m) {
    long leastA = v[from];
    long leastB = leastA;
    long mostA = leastA;
    long mostB = leastA;
    int i = from + 1;
    for (int end = from + m - 1; i < end; i += 2) {
      leastA = Math.min(leastA, v[i]);
      leastB = Math.min(leastB, v[i + 1]);
      mostA = Math.max(mostA, v[i]);
      mostB = Math.max(mostB, v[i + 1]);
    }
    if (i < from + m) {
      leastA = Math.min(leastA, v[i]);
      mostA = Math.max(mostA, v[i]);
    }
    min = Math.min(leastA, leastB);
    max = Math.max(mostA, mostB);
  }

  private void subtract(long[] v, int from, int m, long base) {
    for (int k = 0; k < m; k++) {
      low[k] = v[from + k] - base;
    }
    if (m < BLOCK) {
      Arrays.fill(low, m, BLOCK, 0);
    }
  }

  /**
   * Whether it pays to take base and width from the block before that has its own: what its base
   * saves against wider values. With exceptions only if hardly more of them can arise.
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

  private static int isAbove(long value, int width) {
    long above = value >>> width;
    return (int) ((above | -above) >>> 63);
  }

  /** Finds the width that leaves the fewest bits, as {@link #expected} says afterwards. */
  private int width(int m, int full) {
    expected = m * full;
    if (full <= 2 || m < MIN_PATCHED) {
      return full;
    }
    int floor = Math.max(0, full - LANES + 1);
    int most = m * MAX_EXCEPTIONS >>> 6;
    long lanes = lanes(m, floor);
    if (m - (lanes & LANE) <= most && floor > 0) {
      // Exceptions may need more bits than the lanes tell apart.
      floor = Math.max(0, full - MAX_EXTRA);
      count(m, full);
    } else {
      spread(lanes, floor, full);
    }
    int best = full;
    int count = 0;
    for (int width = full - 1; width >= floor; width--) {
      count += histogram[width + 1];
      if (count > most) {
        break;
      }
      int cost = cost(m, width, full, count);
      if (cost < expected) {
        expected = cost;
        best = width;
      }
    }
    return best;
  }

  /**
   * Counts values by their bits, in eight counters of a byte each that are all in one word: the
   * first for those of {@code floor} bits and fewer, the last for those of seven bits more.
   */
  private long lanes(int m, int floor) {
    long even = 0;
    long odd = 0;
    // The place behind an odd number of values holds 0.
    for (int k = 0; k < m; k += 2) {
      even += 1L << (Math.max(floor, BinaryFormat.bits(low[k])) - floor << 3);
      odd += 1L << (Math.max(floor, BinaryFormat.bits(low[k + 1])) - floor << 3);
    }
    return even + odd;
  }

  private void spread(long lanes, int floor, int full) {
    for (int bits = floor + 1; bits <= full; bits++) {
      histogram[bits] = (int) (lanes >>> (bits - floor) * Byte.SIZE) & LANE;
    }
  }

  /** Counts values by their bits, all of them. */
  private void count(int m, int full) {
    Arrays.fill(histogram, 0, full + 1, 0);
    for (int k = 0; k < m; k++) {
      histogram[BinaryFormat.bits(low[k])]++;
    }
  }

  /** Bits of a block without its first byte and base. */
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
      count += isAbove(value, width);
      low[k] = value & mask;
    }
    Arrays.fill(high, count, BLOCK, 0);
    out[p] = (byte) count;
    out[p + 1] = (byte) extra;
    return pack(POSITION_BITS + extra, high, count, out, p + 2);
  }
}
