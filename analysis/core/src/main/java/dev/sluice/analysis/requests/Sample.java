package dev.sluice.analysis.requests;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The slices of a recording that are compared, and what its figures would be in others like it: a
 * moving block bootstrap (Künsch, The jackknife and the bootstrap for general stationary
 * observations, Annals of Statistics 17, 1989). Blocks of neighbouring slices, about {@value
 * #BLOCKS}, are drawn with replacement, so that neighbours that depend on each other stay together.
 * All figures use the same draws, which are the same each time. For one thread.
 */
final class Sample {
  static final int DRAWS = 400;
  private static final int BLOCKS = 8;

  /** What happened in fewer slices has no interval. */
  private static final int FEWEST = 8;

  private final long[] slices;
  private final int length;
  private final int[][] starts;
  private final double degrees;

  Sample(long[] slices, long seed) {
    this.slices = slices;
    length = Math.max(1, (slices.length + BLOCKS - 1) / BLOCKS);
    starts = new int[DRAWS][(slices.length + length - 1) / length];
    degrees = (double) slices.length / length - 1;
    SplittableRandom random = new SplittableRandom(seed);
    for (int[] draw : starts) {
      Arrays.setAll(draw, i -> random.nextInt(slices.length - length + 1));
    }
  }

  CallFigures sum(Tally tally) {
    return tally.sum(slices);
  }

  /** The quotient of two sums in each draw; NaN where there is nothing to divide by. */
  double[] draws(double[] numerators, double[] denominators) {
    double[] above = sums(numerators);
    double[] below = sums(denominators);
    double[] draws = new double[DRAWS];
    for (int draw = 0; draw < DRAWS; draw++) {
      double numerator = 0;
      double denominator = 0;
      int left = slices.length;
      for (int start : starts[draw]) {
        int end = start + Math.min(length, left);
        numerator += above[end] - above[start];
        denominator += below[end] - below[start];
        left -= end - start;
      }
      draws[draw] = numerator / denominator;
    }
    return draws;
  }

  /** Means of a request in each draw. */
  double[] means(Tally requests) {
    return draws(
        requests.values(slices, CallFigures::sum), requests.values(slices, CallFigures::calls));
  }

  private static double[] sums(double[] values) {
    double[] sums = new double[values.length + 1];
    for (int i = 0; i < values.length; i++) {
      sums[i + 1] = sums[i] + values[i];
    }
    return sums;
  }

  /** Half the 95 % interval that draws show; NaN if there are none. */
  private double half(double[] draws) {
    double[] there = Arrays.stream(draws).filter(Double::isFinite).toArray();
    double mean = Arrays.stream(there).average().orElse(Double.NaN);
    double squares = Arrays.stream(there).map(draw -> (draw - mean) * (draw - mean)).sum();
    // Draws of few blocks vary less than recordings do.
    double variance = squares / (there.length - 1) * (degrees + 1) / degrees;
    return Estimate.width(degrees) * Math.sqrt(variance);
  }

  /** A figure that is never negative: the interval of its logarithm is symmetric. */
  Estimate positive(double value, double[] draws) {
    if (slices.length < FEWEST) {
      return Estimate.without(value);
    }
    double factor = Math.exp(half(draws) / value);
    return new Estimate(value, value / factor, value * factor, degrees);
  }

  /** A figure of an operation within requests; of what happened in few slices, no interval. */
  Estimate estimate(Figure figure, Tally tally, Tally requests) {
    CallFigures all = sum(tally);
    Tally of = figure.isOfRequests ? requests : tally;
    double number = sum(of).calls();
    double[] numbers = of.values(slices, CallFigures::calls);
    boolean isQuantile = figure.sum == null;
    double value =
        isQuantile
            ? all.quantile(figure.part)
            : figure.sum.applyAsLong(all) / (number == 0 ? Double.NaN : number);
    if (Arrays.stream(numbers).filter(count -> count > 0).count() < FEWEST) {
      return Estimate.without(value);
    }
    if (isQuantile) {
      return quantile(value, figure.part, tally, all);
    }
    double[] draws = draws(tally.values(slices, figure.sum), numbers);
    return figure == Figure.FAILED ? share(value, number, draws) : positive(value, draws);
  }

  /** A part of all. Of what never happened, or always, three in so many may be unseen. */
  private Estimate share(double value, double number, double[] draws) {
    double half = value > 0 && value < 1 ? half(draws) : 3 / number;
    return new Estimate(value, Math.max(0, value - half), Math.min(1, value + half), degrees);
  }

  /**
   * A quantile: the interval of the part of all that is below it, read as quantiles (Woodruff,
   * Confidence intervals for medians and other position measures, JASA 47, 1952).
   */
  private Estimate quantile(double value, double part, Tally tally, CallFigures all) {
    if (Double.isNaN(value)) {
      return Estimate.without(value);
    }
    int in = all.binOf(value);
    int bin = all.upTo(in) == all.inQuantiles() ? in - 1 : in; // what is all does not vary
    double below = (double) all.upTo(bin) / all.inQuantiles();
    double[] counts = tally.values(slices, CallFigures::inQuantiles);
    double half =
        below == 0
            ? 0
            : half(draws(tally.values(slices, figures -> figures.upTo(bin)), counts))
                * Math.sqrt(part * (1 - part) / (below * (1 - below)));
    return new Estimate(value, all.quantile(part - half), all.quantile(part + half), degrees);
  }
}
