package dev.sluice.tools.report;

import java.util.Arrays;

/**
 * Part of a series whose values are higher than the rest. Of each part, U is how many pairs of a
 * value outside and one within fall, as Mann and Whitney (Annals of Mathematical Statistics 18,
 * 1947) count them and Pettitt (Applied Statistics 28, 1979) for each point that may be that of a
 * change. Chance is that of a U as small if all orders are as likely, times the parts that may be:
 * Pettitt's limit of the largest U would find no change in the first or the last sixth.
 *
 * @param from the first of the part
 * @param until the one behind the last; the end, or {@value #BACK} or more before it
 * @param chance the p-value
 * @param isSlope whether a line explains more of the ranks than such a part
 */
record ChangePoint(int from, int until, double chance, boolean isSlope) {
  private static final int BACK = 3;

  /**
   * Finds the change point of a series of values.
   *
   * @param chances those of their number, {@link #chances(int)}
   */
  static ChangePoint of(double[] values, double[][] chances) {
    int size = values.length;
    ChangePoint best = new ChangePoint(0, size, 1, false);
    double[] signs = signs(values);
    double line = line(signs);
    for (int from = 1; from < size; from++) {
      double sum = 0;
      for (int until = from + 1; until <= size; until++) {
        sum += signs[until - 1]; // those of pairs within the part are 0 together
        int count = until - from;
        int pairs = count * (size - count);
        double parts = until == size ? size : size * size / 2.0;
        double chance = parts * chances[count][(int) Math.ceil((pairs - sum) / 2)];
        if (chance < best.chance && (until == size || until <= size - BACK)) {
          boolean isSlope = line > sum * sum * size / pairs;
          best = new ChangePoint(from, until, chance, isSlope);
        }
      }
    }
    return best;
  }

  /**
   * Returns {@link #chances(int, int)} for each number of values within, of the given number of
   * values in all.
   */
  static double[][] chances(int size) {
    double[][] chances = new double[size][];
    for (int count = 1; count < size; count++) {
      chances[count] = chances(count, size - count);
    }
    return chances;
  }

  /**
   * Returns the probabilities that U is at most 0, 1, 2 and so on, for the given numbers of values
   * within and outside.
   */
  static double[] chances(int within, int outside) {
    double[] ways = new double[within * outside + 1];
    ways[0] = 1;
    for (int i = 1; i <= within; i++) { // times (1 - q^(outside + i)) / (1 - q^i)
      for (int u = ways.length - 1; u >= outside + i; u--) {
        ways[u] -= ways[u - outside - i];
      }
      for (int u = i; u < ways.length; u++) {
        ways[u] += ways[u - i];
      }
    }
    Arrays.parallelPrefix(ways, Double::sum);
    double all = ways[ways.length - 1];
    return Arrays.stream(ways).map(some -> some / all).toArray();
  }

  /** Returns how many each exceeds, less those that exceed it: twice its rank, less the mean's. */
  private static double[] signs(double[] values) {
    double[] signs = new double[values.length];
    for (int i = 0; i < signs.length; i++) {
      for (double other : values) {
        signs[i] += Double.compare(values[i], other);
      }
    }
    return signs;
  }

  /**
   * Returns what a rising line explains of their sum of squares; as Spearman's coefficient,
   * squared.
   */
  private static double line(double[] signs) {
    double sum = 0;
    for (int i = 0; i < signs.length; i++) {
      sum += signs[i] * (i - (signs.length - 1) / 2.0);
    }
    return sum <= 0 ? 0 : 12 * sum * sum / (Math.pow(signs.length, 3) - signs.length);
  }
}
