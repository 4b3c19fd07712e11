package dev.sluice.serializers.binary;

/**
 * Between which values all of a column lie, as far as its head and its blocks tell, so that most
 * columns need not be looked at value by value. Wide bounds count as none. For one thread.
 */
final class Bounds {
  /** With {@link BinaryFormat#PAGE_ROWS} times as much no sum overflows. */
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

  /** No value at all. */
  void empty() {
    low = Long.MAX_VALUE;
    high = Long.MIN_VALUE;
  }

  /** Takes in a block whose values are {@code base} and up to {@code bits} bits. */
  void include(long base, int bits) {
    if (bits > LIMIT_BITS || base < -LIMIT || base > LIMIT) {
      none();
    } else {
      low = Math.min(low, base);
      high = Math.max(high, base + (1L << bits) - 1);
    }
  }

  /** From those of n differences to those of what begins with {@code first} and adds some up. */
  void sum(long first, int n) {
    if (isKnown() && first >= -LIMIT && first <= LIMIT) {
      set(first + Math.min(0, n * low), first + Math.max(0, n * high));
    } else {
      none();
    }
  }

  /** From those of differences to those of sums with a column of these bounds. */
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
