package dev.sluice.benchmarks.calls;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * The median of ratios with its 95 % interval.
 *
 * @param median of all ratios
 * @param low lower end of the interval
 * @param high upper end
 */
record Ratio(double median, double low, double high) {
  private static final int RESAMPLES = 4000;
  private static final double TAIL = 0.025;

  /**
   * Of the quotients of turns. The interval is that of a bootstrap in two steps, over JVMs and then
   * over the turns of each: turns of one JVM are alike, so they must not pass for independent.
   *
   * @param values by JVM and turn
   * @param baseline the same of what they are compared with
   */
  static Ratio of(List<List<Double>> values, List<List<Double>> baseline) {
    List<double[]> ratios = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      double[] turns = new double[values.get(i).size()];
      for (int k = 0; k < turns.length; k++) {
        turns[k] = values.get(i).get(k) / baseline.get(i).get(k);
      }
      ratios.add(turns);
    }
    Random random = new Random(1);
    double[] medians = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      medians[i] = median(resample(ratios, random));
    }
    Arrays.sort(medians);
    double[] all = ratios.stream().flatMapToDouble(Arrays::stream).toArray();
    return new Ratio(
        median(all),
        medians[(int) (TAIL * RESAMPLES)],
        medians[RESAMPLES - 1 - (int) (TAIL * RESAMPLES)]);
  }

  private static double[] resample(List<double[]> ratios, Random random) {
    int size = ratios.stream().mapToInt(turns -> turns.length).sum();
    double[] result = new double[size];
    int filled = 0;
    while (filled < size) {
      double[] turns = ratios.get(random.nextInt(ratios.size()));
      for (int k = 0; k < turns.length && filled < size; k++) {
        result[filled++] = turns[random.nextInt(turns.length)];
      }
    }
    return result;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
