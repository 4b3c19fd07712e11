package dev.sluice.benchmarks.frame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The median of ratios with its 95 % interval.
 *
 * @param median of all ratios
 * @param low lower end of the interval
 * @param high upper end
 */
public record Ratio(double median, double low, double high) {
  /**
   * Of the quotients of turns, with the interval of {@link Bootstrap}.
   *
   * @param values by JVM and turn
   * @param baseline the same of what they are compared with
   */
  public static Ratio of(List<List<Double>> values, List<List<Double>> baseline) {
    List<double[]> ratios = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      double[] turns = new double[values.get(i).size()];
      for (int k = 0; k < turns.length; k++) {
        turns[k] = values.get(i).get(k) / baseline.get(i).get(k);
      }
      ratios.add(turns);
    }
    Median median = Median.withDefaults();
    double[] all = ratios.stream().flatMapToDouble(Arrays::stream).toArray();
    double[] ends = Bootstrap.interval(ratios, median::evaluate);
    return new Ratio(median.evaluate(all), ends[0], ends[1]);
  }
}
