package dev.sluice.analysis.requests;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A figure of one recording with its 95 % interval. NaN is what is not known.
 *
 * @param degrees of freedom of the interval, 0 if there is none
 */
record Estimate(double value, double low, double high, double degrees) {
  /** A change is told apart from chance with this error. */
  static final double LEVEL = 0.05;

  static Estimate without(double value) {
    return new Estimate(value, Double.NaN, Double.NaN, 0);
  }

  /** How many standard errors an interval has on each side. */
  static double width(double degrees) {
    return TDistribution.of(degrees).inverseSurvivalProbability(LEVEL / 2);
  }

  /**
   * The change in proportion: intervals of both logarithms, joined as those of independent values
   * (Zou and Donner, Construction of confidence limits about effect measures, Statistics in
   * Medicine 27, 2008).
   */
  FigureChange to(Estimate after) {
    if (!(value > 0 && after.value > 0 && degrees > 0 && after.degrees > 0)) {
      return new FigureChange(value, after.value, Double.NaN, Double.NaN, Double.NaN);
    }
    double change = Math.log(after.value / value);
    double down = Math.hypot(Math.log(after.value / after.low), Math.log(high / value));
    double up = Math.hypot(Math.log(after.high / after.value), Math.log(value / low));
    double least = Math.min(degrees, after.degrees);
    double errors = width(least) * Math.abs(change) / (change < 0 ? up : down);
    double p = change == 0 ? 1 : 2 * TDistribution.of(least).survivalProbability(errors);
    double lowest = Math.expm1(change - down);
    return new FigureChange(value, after.value, lowest, Math.expm1(change + up), p);
  }

  /** The difference of shares. */
  FigureChange differenceTo(Estimate after) {
    double change = after.value - value;
    double lowest = change - Math.hypot(after.value - after.low, high - value);
    double highest = change + Math.hypot(after.high - after.value, value - low);
    return new FigureChange(
        value, after.value, Math.max(-1, lowest), Math.min(1, highest), Double.NaN);
  }
}
