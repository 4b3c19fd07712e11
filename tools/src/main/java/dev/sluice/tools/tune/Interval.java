package dev.sluice.tools.tune;

import dev.sluice.tools.recordings.Figures;
import java.util.Arrays;

/**
 * A mean and its 95 % interval by Student's t.
 *
 * @param half half of the interval's width; infinite for fewer than two values
 */
public record Interval(double mean, double half) {
  /** Two-sided 95 % quantiles for 1 to 20 degrees of freedom. */
  private static final double[] T = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086
  };

  /** Creates the interval of the mean of independent values. */
  static Interval of(double... values) {
    int n = values.length;
    double mean = Arrays.stream(values).average().orElse(0);
    if (n < 2) {
      return new Interval(mean, Double.POSITIVE_INFINITY);
    }
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    return new Interval(mean, t(n - 1) * Math.sqrt(squares / (n - 1) / n));
  }

  /**
   * Returns the quantile of Student's t; above 20 degrees of freedom by Cornish and Fisher's
   * expansion, exact to a thousandth.
   */
  private static double t(int degrees) {
    return degrees <= T.length ? T[degrees - 1] : 1.96 + 2.372 / degrees + 2.8 / degrees / degrees;
  }

  /** Half of the width as a part of the mean; infinite if it is not known. */
  double relative() {
    return half == 0 ? 0 : half / Math.abs(mean);
  }

  /** Half of the width in per cent of the mean, for people. */
  static String print(double relative) {
    return Double.isFinite(relative) ? Figures.percent(relative, 1) : "unknown";
  }

  /** Returns the lower end, not below 0. */
  double low() {
    return Math.max(0, mean - half);
  }

  double high() {
    return mean + half;
  }
}
