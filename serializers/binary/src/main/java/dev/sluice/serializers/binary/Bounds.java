package dev.sluice.serializers.binary;

/**
 * Bounds of all values of a column, from its head and its blocks, so that most columns need not be
 * checked value by value. Wide bounds count as none. For one thread.
 */
final class Bounds {
  /**
   * Maximum absolute bound; a sum of {@link BinaryFormat#PAGE_ROWS} such values does not overflow.
   */
  private static final long LIMIT = 1L << 48;

  private static final int LIMIT_BITS = 48;

  long low;
  long high;

  void none() {
    low = Long.MIN_VALUE;
    high = Long.MAX_VALUE;
  }

  void set(long newLow, long newHigh) {
    low = newLow;
    high = newHigh;
    if (low < -LIMIT || high > LIMIT) {
      none();
    }
  }

  /** Sets bounds that contain no value. */
  void empty() {
    low = Long.MAX_VALUE;
    high = Long.MIN_VALUE;
  }

  /** Extends the bounds by a block whose values are {@code base} plus up to {@code bits} bits. */
  void include(long base, int bits) {
    if (bits > LIMIT_BITS || base < -LIMIT || base > LIMIT) {
      none();
    } else {
      low = Math.min(low, base);
      high = Math.max(high, base + (1L << bits) - 1);
    }
  }

  /** Changes bounds of n differences to bounds of the sums that begin with {@code first}. */
  void sum(long first, int n) {
    if (isKnown() && first >= -LIMIT && first <= LIMIT) {
      set(first + Math.min(0, n * low), first + Math.max(0, n * high));
    } else {
      none();
    }
  }

  /** Changes bounds of differences to bounds of sums with a column of the given bounds. */
  void add(long otherLow, long otherHigh) {
    if (isKnown() && otherLow >= -LIMIT && otherHigh <= LIMIT) {
      set(low + otherLow, high + otherHigh);
    } else {
      none();
    }
  }

  private boolean isKnown() {
    return low >= -LIMIT && high <= 2 * LIMIT;
  }
}
