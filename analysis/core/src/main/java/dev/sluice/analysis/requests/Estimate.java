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

  /** Beyond these degrees of freedom, an interval has the same width. */
  private static final double MAX_DEGREES = 1e6;

  /** A standard error that is known with some degrees of freedom. */
  record Spread(double error, double degrees) {
    /** That of the difference of two independent values (Welch and Satterthwaite). */
    Spread with(Spread other) {
      double both = Math.hypot(error, other.error);
      double own = Math.pow(error / both, 4) / degrees;
      double degreesOfBoth = 1 / (own + Math.pow(other.error / both, 4) / other.degrees);
      return new Spread(
          both,
          Double.isNaN(degreesOfBoth) ? Math.min(degrees, other.degrees) : most(degreesOfBoth));
    }

    /**
     * The same, but at least as if of many parts none depended on another, which is known; only
     * what is more than that is known with few degrees of freedom.
     */
    Spread atLeast(double variance) {
      double excess = Math.max(0, error * error - variance);
      double part = excess / Math.max(Double.MIN_NORMAL, variance + excess);
      return new Spread(Math.sqrt(variance + excess), most(degrees / (part * part)));
    }

    /** Half the 95 % interval. */
    double half() {
      return width(degrees) * error;
    }

    /** Probability of a value at least that far from 0 by chance; NaN if nothing varies. */
    double chance(double value) {
      if (error > 0) {
        return 2 * TDistribution.of(degrees).survivalProbability(Math.abs(value) / error);
      }
      return value == 0 ? Double.NaN : 0;
    }
  }

  /** A part of all in one recording, the spread of which is that over time. */
  record Part(double in, double all, Spread spread) {
    private double value() {
      return in / all;
    }

    /** The variance of as many that do not depend on each other. */
    private double variance(double part) {
      return part * (1 - part) / all;
    }

    /** One of which nothing is known yet varies as well. */
    private double smooth() {
      return (in + 1) / (all + 2);
    }

    /** Its spread, if it is one like that. */
    Spread around(double part) {
      return spread.atLeast(variance(part));
    }

    /** The difference of both parts. */
    FigureChange to(Part after) {
      double change = after.value() - value();
      if (!(spread.degrees > 0 && after.spread.degrees > 0)) {
        return FigureChange.without(value(), after.value());
      }
      double pooled = (in + after.in) / (all + after.all);
      Spread both =
          spread
              .with(after.spread)
              .atLeast(
                  Math.max(
                      variance(smooth()) + after.variance(after.smooth()),
                      variance(pooled) + after.variance(pooled)));
      double nearest = Math.max(0, Math.abs(change) - (1 / all + 1 / after.all) / 2);
      return new FigureChange(
          value(),
          after.value(),
          Math.max(-1, change - both.half()),
          Math.min(1, change + both.half()),
          pooled > 0 && pooled < 1 ? both.chance(nearest) : Double.NaN,
          Double.NaN);
    }
  }

  static Estimate without(double value) {
    return new Estimate(value, Double.NaN, Double.NaN, 0);
  }

  private static double most(double degrees) {
    return Math.min(MAX_DEGREES, degrees);
  }

  /** How many standard errors an interval has on each side. */
  static double width(double degrees) {
    return TDistribution.of(degrees).inverseSurvivalProbability(LEVEL / 2);
  }

  /** What one of the ends of the interval tells of the spread of the logarithm. */
  private Spread spread(double end) {
    return new Spread(Math.abs(Math.log(end / value)) / width(degrees), degrees);
  }

  /**
   * The change in proportion: intervals of both logarithms, joined as those of independent values
   * (Zou and Donner, Construction of confidence limits about effect measures, Statistics in
   * Medicine 27, 2008).
   */
  FigureChange to(Estimate after) {
    if (!(value > 0 && after.value > 0 && degrees > 0 && after.degrees > 0)) {
      return FigureChange.without(value, after.value);
    }
    double change = Math.log(after.value / value);
    Spread down = after.spread(after.low).with(spread(high));
    Spread up = after.spread(after.high).with(spread(low));
    return new FigureChange(
        value,
        after.value,
        Math.expm1(change - down.half()),
        Math.expm1(change + up.half()),
        (change < 0 ? up : down).chance(change),
        Double.NaN);
  }
}
