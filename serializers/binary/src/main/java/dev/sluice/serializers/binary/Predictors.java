package dev.sluice.serializers.binary;

import java.util.Arrays;

/**
 * What predictors leave of a column. The keyed one predicts a value from the latest earlier row
 * with the same string in another column, or from the row before if there is none: interleaved
 * series become several smooth ones. For one thread; allocates nothing once it has grown to the
 * number of strings.
 */
final class Predictors {
  /** By id of the string, from the least static one on: number of the column that saw it last. */
  private int[] seen = new int[0];

  private long[] last = new long[0];
  private int column;

  /**
   * Writes the differences of {@code x[from..from+n)} from their predictions; the result is how
   * many they are.
   *
   * @param other the column that they are predicted from, if the predictor needs one
   */
  int subtract(int predictor, long[] x, long[] other, int from, int n, long[] out) {
    switch (predictor) {
      case BinaryFormat.NONE -> System.arraycopy(x, from, out, 0, n);
      case BinaryFormat.DELTA -> delta(x, from, n, out);
      case BinaryFormat.REFERENCE -> difference(x, other, from, n, out);
      default -> keyed(x, other, from, n, out);
    }
    return BinaryFormat.packed(predictor, n);
  }

  private static void delta(long[] x, int from, int n, long[] out) {
    for (int i = 1; i < n; i++) {
      out[i - 1] = x[from + i] - x[from + i - 1];
    }
  }

  private static void difference(long[] x, long[] y, int from, int n, long[] out) {
    for (int i = 0; i < n; i++) {
      out[i] = x[from + i] - y[from + i];
    }
  }

  private void keyed(long[] x, long[] keys, int from, int n, long[] out) {
    int lift = begin();
    long before = x[from];
    int first = (int) keys[from] + lift;
    seen[first] = column;
    last[first] = before;
    for (int i = 1; i < n; i++) {
      int key = (int) keys[from + i] + lift;
      long value = x[from + i];
      if (seen[key] == column) {
        before = last[key];
      } else {
        seen[key] = column;
      }
      out[i - 1] = value - before;
      last[key] = value;
      before = value;
    }
  }

  /** From the first value and differences in {@code v[s..s+n)} to values; keys are in v as well. */
  void addKeyed(long[] v, int s, int keysAt, int n) {
    int lift = begin();
    long before = 0;
    for (int i = 0; i < n; i++) {
      int key = (int) v[keysAt + i] + lift;
      if (seen[key] == column) {
        before = last[key];
      } else {
        seen[key] = column;
      }
      before += v[s + i];
      v[s + i] = before;
      last[key] = before;
    }
  }

  /** Makes room for strings with ids up to {@code max}. */
  void reserve(int max) {
    int needed = StaticStrings.FIRST.count() + max + 1;
    if (seen.length < needed) {
      seen = Arrays.copyOf(seen, Math.max(needed, 2 * seen.length));
      last = Arrays.copyOf(last, seen.length);
    }
  }

  /** The result lifts the ids of the keys to indexes. */
  private int begin() {
    if (++column == 0) {
      // Numbers of columns start again, so no old one may remain.
      Arrays.fill(seen, 0);
      column = 1;
    }
    return StaticStrings.FIRST.count();
  }
}
