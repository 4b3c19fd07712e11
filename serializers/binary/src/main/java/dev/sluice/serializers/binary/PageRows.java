package dev.sluice.serializers.binary;

/**
 * Where rows of one type lie in a batch: at equal distances, or where a list says. For one thread.
 */
final class PageRows {
  /** Words from row to row; 0 if {@link #starts} says where they are. */
  private int stride;

  private int[] starts;
  private int from;
  private int count;

  /** Rows {@code from} to {@code from + count} of a batch whose rows all take so many words. */
  void setStride(int newStride, int newFrom, int newCount) {
    stride = newStride;
    from = newFrom * newStride;
    count = newCount;
  }

  /** Rows that start at {@code starts[from..from+count)}. */
  void setStarts(int[] newStarts, int newFrom, int newCount) {
    stride = 0;
    starts = newStarts;
    from = newFrom;
    count = newCount;
  }

  int count() {
    return count;
  }

  /** First word of a row. */
  int start(int row) {
    return stride > 0 ? from + row * stride : starts[from + row];
  }

  /**
   * Fills {@code column[0..count)} with a word of each row; the result tells whether all are the
   * same.
   */
  boolean words(long[] source, int word, long[] column) {
    long first = source[start(0) + word];
    long different = 0;
    if (stride > 0) {
      int p = from + word;
      for (int i = 0; i < count; i++, p += stride) {
        long value = source[p];
        different |= value ^ first;
        column[i] = value;
      }
    } else {
      for (int i = 0; i < count; i++) {
        long value = source[starts[from + i] + word];
        different |= value ^ first;
        column[i] = value;
      }
    }
    return different == 0;
  }

  /** The same for 32 bits of that word, sign-extended. */
  boolean halves(long[] source, int word, int shift, long[] column) {
    long first = (int) (source[start(0) + word] >>> shift);
    long different = 0;
    if (stride > 0) {
      int p = from + word;
      for (int i = 0; i < count; i++, p += stride) {
        long value = (int) (source[p] >>> shift);
        different |= value ^ first;
        column[i] = value;
      }
    } else {
      for (int i = 0; i < count; i++) {
        long value = (int) (source[starts[from + i] + word] >>> shift);
        different |= value ^ first;
        column[i] = value;
      }
    }
    return different == 0;
  }
}
