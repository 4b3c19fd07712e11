package dev.sluice.serializers.binary;

import dev.sluice.api.binding.Varint;
import java.util.Arrays;

/**
 * Packs values as differences from a base not above the least of their block, with few bits each;
 * the high bits of the few that need more are exceptions. Patched frame of reference: Zukowski et
 * al., "Super-Scalar RAM-CPU Cache Compression", ICDE 2006. For one thread; allocates nothing.
 */
final class FrameEncoder {
  private static final int BLOCK = BinaryFormat.BLOCK;
  private static final int POSITION_BITS = BinaryFormat.POSITION_BITS;
  private static final int MAX_EXCEPTIONS = 24;

  /** Most bits of an exception's high part, so that it fits into a word with its place. */
  private static final int MAX_EXTRA = Long.SIZE - POSITION_BITS;

  /** Blocks after which the width is looked for again. */
  private static final int WIDTH_REVIEW = 3;

  private final long[] low = new long[BLOCK];
  private final long[] high = new long[BLOCK];
  private final int[] histogram = new int[BLOCK + 1];

  /** Base and width of the last block that has its own; the width is -1 before the first. */
  private long lastBase;

  private int lastWidth;

  /** Bits that {@link #width} expects the block to take. */
  private int expected;

  /** Writes {@code v[0..n)}; the result is the index after them. */
  int encode(ColumnChoice choice, long[] v, int n, byte[] out, int p) {
    lastWidth = -1;
    for (int i = 0; i < n; i += BLOCK) {
      p = block(choice, v, i, Math.min(BLOCK, n - i), out, p);
    }
    return p;
  }

  private int block(ColumnChoice choice, long[] v, int from, int m, byte[] out, int p) {
    long base = minimum(v, from, m);
    int full = BinaryFormat.bits(subtract(v, from, m, base));
    int width = width(choice, m, full);
    int head = p++;
    if (lastWidth >= 0 && base >= lastBase && isRepeatBetter(base, m)) {
      full = BinaryFormat.bits(subtract(v, from, m, lastBase));
      width = lastWidth;
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

  private static long minimum(long[] v, int from, int m) {
    long minimum = v[from];
    for (int i = from + 1; i < from + m; i++) {
      minimum = Math.min(minimum, v[i]);
    }
    return minimum;
  }

  /** Fills {@link #low}; the result has the bits of all its values. */
  private long subtract(long[] v, int from, int m, long base) {
    long or = 0;
    for (int k = 0; k < m; k++) {
      long value = v[from + k] - base;
      low[k] = value;
      or |= value;
    }
    Arrays.fill(low, m, BLOCK, 0);
    return or;
  }

  /** Whether it pays to take base and width from the block before that has its own. */
  private boolean isRepeatBetter(long base, int m) {
    long lift = base - lastBase;
    if (lastWidth == Long.SIZE || lift < 0) {
      return false;
    }
    int count = 0;
    long or = 0;
    for (int k = 0; k < m; k++) {
      long value = low[k] + lift;
      or |= value;
      count += isAbove(value, lastWidth);
    }
    int full = BinaryFormat.bits(or);
    return count <= MAX_EXCEPTIONS
        && full - lastWidth <= MAX_EXTRA
        && cost(m, lastWidth, full, count) <= expected + 8 * Varint.size(Varint.zigZag(base));
  }

  private static int isAbove(long value, int width) {
    long above = value >>> width;
    return (int) ((above | -above) >>> 63);
  }

  private int width(ColumnChoice choice, int m, int full) {
    expected = m * full;
    if (full <= 2) {
      return full;
    }
    if (--choice.blocks < 0) {
      choice.blocks = WIDTH_REVIEW;
      choice.width = bestWidth(m, full);
      return choice.width;
    }
    int width = choice.width;
    if (full <= width + 1 || full - width > MAX_EXTRA) {
      return full;
    }
    int count = 0;
    for (int k = 0; k < BLOCK; k++) {
      count += isAbove(low[k], width);
    }
    int cost = cost(m, width, full, count);
    if (count > MAX_EXCEPTIONS || cost >= expected) {
      return full;
    }
    expected = cost;
    return width;
  }

  private int bestWidth(int m, int full) {
    Arrays.fill(histogram, 0, full + 1, 0);
    for (int k = 0; k < m; k++) {
      histogram[BinaryFormat.bits(low[k])]++;
    }
    int best = full;
    int count = 0;
    for (int width = full - 1; width >= Math.max(0, full - MAX_EXTRA); width--) {
      count += histogram[width + 1];
      if (count > MAX_EXCEPTIONS) {
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
