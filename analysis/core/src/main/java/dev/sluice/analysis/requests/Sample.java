package dev.sluice.analysis.requests;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.calls.Times;
import dev.sluice.analysis.requests.Estimate.Part;
import dev.sluice.analysis.requests.Estimate.Spread;
import java.util.Arrays;
import java.util.function.ToLongFunction;

/**
 * The slices of a recording that are compared, and how much its figures vary by chance. Requests of
 * one time disturb each other, and a load drifts: the variance of a mean is that of the slowest
 * waves over the recording (Lazarus, Lewis, Stock and Watson, HAR Inference: Recommendations for
 * Practice, Journal of Business and Economic Statistics 36, 2018). Where the {@value #LOW} slowest
 * vary more than the {@value #WAVES} slowest, something drifts: then only they count, and the
 * variance is extended to even slower ones that no recording shows. For one thread.
 */
final class Sample {
  private static final int LOW = 5;

  /** A part of all has a known variance without a drift: it must be clearer. */
  private static final double DRIFT_OF_PARTS = 1.5;

  private static final int WAVES = 16;

  /** Degrees of freedom where nothing drifts; fewer than waves, since the data choose. */
  private static final int DEGREES = 12;

  /** What happened in fewer slices has no interval. */
  private static final int MIN_SLICES = 8;

  private final long[] slices;

  /** Waves over the slices, the slowest first: cosines of half a period more each. */
  private final double[][] waves;

  Sample(long[] slices) {
    this.slices = slices;
    waves = new double[Math.min(WAVES, slices.length / 2)][slices.length];
    for (int wave = 0; wave < waves.length; wave++) {
      double step = Math.PI * (wave + 1) / slices.length;
      Arrays.setAll(waves[wave], i -> Math.cos(step * (i + 0.5)));
    }
  }

  int size() {
    return slices.length;
  }

  Calls sum(Tally tally) {
    return tally.sum(slices);
  }

  double[] values(Tally tally, ToLongFunction<Calls> figure) {
    return tally.values(slices, figure);
  }

  /** What is above by slice, beyond its part of what is below, in proportion to all below. */
  static double[] residuals(double[] above, double[] below) {
    double all = Arrays.stream(below).sum();
    double ratio = Arrays.stream(above).sum() / all;
    double[] residuals = new double[above.length];
    Arrays.setAll(residuals, i -> (above[i] - ratio * below[i]) / all);
    return residuals;
  }

  /** The spread of the sum of these values, one a slice, which are 0 in the mean. */
  private Spread spread(double[] residuals, double drift) {
    double low = 0;
    double all = 0;
    for (int wave = 0; wave < waves.length; wave++) {
      double sum = 0;
      for (int i = 0; i < residuals.length; i++) {
        sum += residuals[i] * waves[wave][i];
      }
      all += 2 * sum * sum / waves.length;
      low += wave < LOW ? 2 * sum * sum / LOW : 0;
    }
    return low > drift * all
        ? new Spread(Math.sqrt(low * Math.sqrt(low / all)), LOW)
        : new Spread(Math.sqrt(all), Math.min(DEGREES, waves.length));
  }

  private boolean isIn(double[] numbers) {
    return Arrays.stream(numbers).filter(count -> count > 0).count() >= MIN_SLICES;
  }

  /** A part of all, of which so many are in each slice. */
  Part part(double[] in, double[] all) {
    Spread spread =
        isIn(all) ? spread(residuals(in, all), DRIFT_OF_PARTS) : new Spread(Double.NaN, 0);
    return new Part(Arrays.stream(in).sum(), Arrays.stream(all).sum(), spread);
  }

  /** A figure that is never negative: the interval of its logarithm is symmetric. */
  Estimate positive(double value, double[] residuals) {
    if (slices.length < MIN_SLICES) {
      return Estimate.without(value);
    }
    Spread spread = spread(residuals, 1);
    double factor = Math.exp(spread.half() / value);
    return new Estimate(value, value / factor, value * factor, spread.degrees());
  }

  /** A figure of an operation within requests; of what happened in few slices, no interval. */
  Estimate estimate(Figure figure, Tally tally, Tally requests) {
    Calls all = sum(tally);
    Tally of = figure.isOfRequests ? requests : tally;
    double number = sum(of).calls();
    double[] numbers = values(of, Calls::calls);
    boolean isQuantile = figure.sum == null;
    double value =
        isQuantile
            ? all.quantile(figure.part)
            : figure.sum.applyAsLong(all) / (number == 0 ? Double.NaN : number);
    if (!isIn(numbers)) {
      return Estimate.without(value);
    }
    return isQuantile
        ? quantile(value, figure.part, tally, all)
        : positive(value, residuals(values(tally, figure.sum), numbers));
  }

  /** The calls that take as long as that bin or longer, and the share of all. */
  Part beyond(Tally tally, int bin) {
    return part(
        values(tally, figures -> figures.times().count() - figures.times().upTo(bin - 1)),
        values(tally, figures -> figures.times().count()));
  }

  /**
   * A quantile: the interval of the part of all that is below it, read as quantiles (Woodruff,
   * Confidence intervals for medians and other position measures, JASA 47, 1952).
   */
  private Estimate quantile(double value, double part, Tally tally, Calls all) {
    if (Double.isNaN(value)) {
      return Estimate.without(value);
    }
    int in = Times.binOf(value);
    int bin =
        all.times().upTo(in) == all.times().count() ? in - 1 : in; // what is all does not vary
    double below = (double) all.times().upTo(bin) / all.times().count();
    Part within =
        part(
            values(tally, figures -> figures.times().upTo(bin)),
            values(tally, figures -> figures.times().count()));
    if (within.spread().degrees() == 0) {
      return Estimate.without(value); // calls without times are in more slices
    }
    Spread spread = within.around(below);
    double half =
        below == 0 ? 0 : spread.half() * Math.sqrt(part * (1 - part) / (below * (1 - below)));
    return new Estimate(
        value, all.quantile(part - half), all.quantile(part + half), spread.degrees());
  }
}
