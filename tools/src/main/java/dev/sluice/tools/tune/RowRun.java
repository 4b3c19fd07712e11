package dev.sluice.tools.tune;

import dev.sluice.api.record.RowLayout;
import dev.sluice.tools.rows.RowCapture;
import java.util.Arrays;

/** Consecutive rows of one producer, and when they came. Filled by one thread. */
public final class RowRun implements RowCapture.RowTarget {
  private long[] words = new long[1024];
  private long[] times = new long[128];
  private int length;
  private int rows;

  @Override
  public void add(long[] row, int count) {
    if (length + count > words.length) {
      words = Arrays.copyOf(words, Math.max(length + count, words.length * 3 / 2));
    }
    System.arraycopy(row, 0, words, length, count);
    length += count;
    rows++;
  }

  /** Says when the last row came; some rows may be said to come at a time that is not known yet. */
  void time(long nanos) {
    if (rows > times.length) {
      times = Arrays.copyOf(times, Math.max(rows, times.length * 3 / 2));
    }
    times[rows - 1] = nanos;
  }

  /**
   * Ends the filling. A collector takes rows thread by thread, so that times go back and forth; the
   * n-th row is then said to come at the n-th of the times.
   */
  void finish() {
    words = Arrays.copyOf(words, length);
    times = Arrays.copyOf(times, rows);
    Arrays.sort(times);
  }

  /** Returns the rows at {@code from} or later and before {@code to}. */
  RowRun between(long from, long to) {
    int first = 0;
    int start = 0;
    int end = 0;
    int count = 0;
    for (int row = 0; row < rows && times[row] < to; row++) {
      if (times[row] < from) {
        first++;
        start = end + RowLayout.words(words[end]);
      } else {
        count++;
      }
      end += RowLayout.words(words[end]);
    }
    RowRun part = new RowRun();
    part.words = Arrays.copyOfRange(words, start, end);
    part.times = Arrays.copyOfRange(times, first, first + count);
    part.length = part.words.length;
    part.rows = count;
    return part;
  }

  /** Returns the rows, back to back. */
  long[] words() {
    return words;
  }

  int rows() {
    return rows;
  }

  /** Returns when a row came. */
  long time(int row) {
    return times[row];
  }

  long first() {
    return times[0];
  }

  long last() {
    return times[rows - 1];
  }

  /** Bytes of memory. */
  long bytes() {
    return 8L * (words.length + times.length);
  }
}
