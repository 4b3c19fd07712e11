package dev.sluice.benchmarks.calls;

import java.util.Arrays;
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
  private static final int RESAMPLES = 2_000;
  private static final double TAIL = 0.025;

  /** Of the normal distribution, for the significance (two-sided) and a power of 95 %. */
  private static final double QUANTILES = 1.959964 + 1.644854;

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
    return effectSize(before, after);
  }

  private static double effectSize(double[] before, double[] after) {
    double one = StandardDeviation.of(before).getAsDouble();
    double other = StandardDeviation.of(after).getAsDouble();
    return (Mean.of(after).getAsDouble() - Mean.of(before).getAsDouble())
        / Math.sqrt((one * one + other * other) / 2);
  }

  /** The p value of all measured runs. */
  double significance() {
    return test.test(before, after).getPValue();
  }

  /**
   * Ends of the 95 % interval of the number of runs for a power of 95 %; 0 where {@link #MOST} are
   * not enough. The effect is taken from runs that are drawn anew from the measured ones, and the
   * number from it by the normal approximation of the test's power (Cohen, Statistical Power
   * Analysis, 1988, 12.3).
   */
  int[] interval() {
    Random random = new Random(1);
    double[] effects = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      effects[i] =
          effectSize(draw(before, before.length, random), draw(after, after.length, random));
    }
    Arrays.sort(effects);
    int tail = (int) (TAIL * RESAMPLES);
    return new int[] {approximate(effects[RESAMPLES - 1 - tail]), approximate(effects[tail])};
  }

  /** At least two, because a spread is estimated from each version. */
  private static int approximate(double effect) {
    double runs = 2 * Math.pow(QUANTILES / effect, 2);
    return effect <= 0 || runs > MOST ? 0 : Math.max(2, (int) Math.ceil(runs));
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
