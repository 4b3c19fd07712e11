package dev.sluice.benchmarks.frame;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * Confidence intervals from resampling in two steps, over JVMs and then over the turns of each:
 * turns of one JVM are alike, so they must not pass for independent. Percentile method of Efron and
 * Tibshirani, An Introduction to the Bootstrap, chapter 13. The same input gives the same interval.
 */
public final class Bootstrap {
  private static final int MOST_RESAMPLES = 4000;
  private static final int FEWEST_RESAMPLES = 400;

  /** Values that are drawn in all, about; a tenth of a second. */
  private static final int DRAWS = 20_000_000;

  private static final double TAIL = 0.025;

  private Bootstrap() {}

  /** The ends of the 95 % interval of a statistic of all turns; equal ends if there is one turn. */
  public static double[] interval(List<double[]> jvms, ToDoubleFunction<double[]> statistic) {
    Random random = new Random(1);
    int size = jvms.stream().mapToInt(turns -> turns.length).sum();
    double[] resample = new double[size];
    int resamples = Math.max(FEWEST_RESAMPLES, Math.min(MOST_RESAMPLES, DRAWS / Math.max(1, size)));
    double[] results = new double[resamples];
    for (int i = 0; i < resamples; i++) {
      fill(resample, jvms, random);
      results[i] = statistic.applyAsDouble(resample);
    }
    Arrays.sort(results);
    int tail = (int) (TAIL * resamples);
    return new double[] {results[tail], results[resamples - 1 - tail]};
  }

  private static void fill(double[] resample, List<double[]> jvms, Random random) {
    int filled = 0;
    while (filled < resample.length) {
      double[] turns = jvms.get(random.nextInt(jvms.size()));
      for (int k = 0; k < turns.length && filled < resample.length; k++) {
        resample[filled++] = turns[random.nextInt(turns.length)];
      }
    }
  }
}
