package dev.sluice.serializers.binary;

import java.util.Arrays;

/**
 * Differences between columns and their predictions. The keyed predictor predicts a value from the
 * latest earlier row with the same string in another column, or from the row before if there is
 * none: interleaved series become several smooth ones. For one thread; allocates nothing once it
 * has grown to the number of strings.
 */
final class Predictors {
  /**
   * Number of the column that used a string last, by the string's id, from the smallest static one
   * on.
   */
  private int[] seen = new int[0];

  private long[] last = new long[0];
  private int column;

  /**
   * Writes the differences of {@code x[from..from+n)} from their predictions; returns their number.
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

  /**
   * Replaces a first value and differences in {@code v[s..s+n)} by values; keys are in v as well.
   */
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

  /** Begins a column with keys; returns the number to add to an id of a key for its index. */
  private int begin() {
    if (++column == 0) {
      // Numbers of columns start again, so no old one may remain.
      Arrays.fill(seen, 0);
      column = 1;
    }
    return StaticStrings.FIRST.count();
  }
}
