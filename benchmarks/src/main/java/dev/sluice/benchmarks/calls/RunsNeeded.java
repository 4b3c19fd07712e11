package dev.sluice.benchmarks.calls;

import java.util.Random;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.TTest;

/**
 * How many runs before and after a change are needed to see that it made a program slower: runs are
 * drawn again and again from those that were measured, with replacement, and compared by Welch's t
 * test. For one thread.
 */
final class RunsNeeded {
  /** More than that are not looked for. */
  static final int MOST = 2_000;

  /** Chance of an alarm without a change. */
  private static final double SIGNIFICANCE = 0.05;

  private static final int TRIES = 400;

  private final TTest test = TTest.withDefaults().with(DataDispersion.HETEROSCEDASTIC);
  private final double[] before;
  private final double[] after;

  /** From runs before and after the change, at least two each. */
  RunsNeeded(double[] before, double[] after) {
    this.before = before;
    this.after = after;
  }

  /** By how much the mean has grown, as a part of the one before. */
  double slowdown() {
    return Mean.of(after).getAsDouble() / Mean.of(before).getAsDouble() - 1;
  }

  /** The difference of the means as a multiple of the standard deviation (Cohen's d). */
  double effectSize() {
    double one = StandardDeviation.of(before).getAsDouble();
    double other = StandardDeviation.of(after).getAsDouble();
    return (Mean.of(after).getAsDouble() - Mean.of(before).getAsDouble())
        / Math.sqrt((one * one + other * other) / 2);
  }

  /**
   * The least number of runs of each version that finds the slowdown with a probability of {@code
   * power}; 0 if {@link #MOST} are not enough.
   */
  int runs(double power) {
    int enough = 2;
    while (found(enough) < power) {
      enough *= 2;
      if (enough > MOST) {
        return 0;
      }
    }
    int tooFew = enough / 2;
    while (enough - tooFew > 1) {
      int middle = (enough + tooFew) / 2;
      if (found(middle) < power) {
        tooFew = middle;
      } else {
        enough = middle;
      }
    }
    return enough;
  }

  /** The part of the tries with that many runs in which the slowdown is found. */
  private double found(int runs) {
    Random random = new Random(runs);
    int found = 0;
    for (int i = 0; i < TRIES; i++) {
      double[] some = draw(before, runs, random);
      double[] others = draw(after, runs, random);
      boolean slower = Mean.of(others).getAsDouble() > Mean.of(some).getAsDouble();
      if (slower && test.test(some, others).reject(SIGNIFICANCE)) {
        found++;
      }
    }
    return (double) found / TRIES;
  }

  private static double[] draw(double[] from, int runs, Random random) {
    return random.ints(runs, 0, from.length).mapToDouble(i -> from[i]).toArray();
  }
}
