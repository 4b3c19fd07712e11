package dev.sluice.serializers.support;

/** Starts of the rows of one type in a batch: at equal distances, or in a list. For one thread. */
public final class RowStarts {
  /** Words from row to row; 0 if {@link #starts} has the starts. */
  private int stride;

  private int[] starts;
  private int from;
  private int count;

  /** Creates starts without rows. */
  public RowStarts() {}

  /**
   * Sets rows {@code from} to {@code from + count} of a batch whose rows all have {@code stride}
   * words.
   */
  public void setStride(int newStride, int newFrom, int newCount) {
    stride = newStride;
    from = newFrom * newStride;
    count = newCount;
  }

  /** Sets rows that start at {@code starts[from..from+count)}; the array is not copied. */
  public void setStarts(int[] newStarts, int newFrom, int newCount) {
    stride = 0;
    starts = newStarts;
    from = newFrom;
    count = newCount;
  }

  /** Returns the number of rows. */
  public int count() {
    return count;
  }

  /** Returns the first word of a row. */
  int start(int row) {
    return stride > 0 ? from + row * stride : starts[from + row];
  }

  /**
   * Fills {@code column[i..to)} with a word of each of these rows; returns the bits that differ
   * from the first row's.
   */
  long words(long[] source, int word, int i, int to, long[] column) {
    long first = source[start(0) + word];
    long different = 0;
    if (stride > 0) {
      for (int p = from + i * stride + word; i < to; i++, p += stride) {
        long value = source[p];
        different |= value ^ first;
        column[i] = value;
      }
    } else {
      for (; i < to; i++) {
        long value = source[starts[from + i] + word];
        different |= value ^ first;
        column[i] = value;
      }
    }
    return different;
  }

  /**
   * Fills a column with 32 bits of a word of each row, sign-extended; returns the bits that differ
   * from the first row's.
   */
  long halves(long[] source, int word, int shift, int i, int to, long[] column) {
    long first = (int) (source[start(0) + word] >>> shift);
    long different = 0;
    if (stride > 0) {
      for (int p = from + i * stride + word; i < to; i++, p += stride) {
        long value = (int) (source[p] >>> shift);
        different |= value ^ first;
        column[i] = value;
      }
    } else {
      for (; i < to; i++) {
        long value = (int) (source[starts[from + i] + word] >>> shift);
        different |= value ^ first;
        column[i] = value;
      }
    }
    return different;
  }
}
