package dev.sluice.benchmarks.frame;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * Statistics of a metric in a cell.
 *
 * @param count single events if there are any, else values
 * @param mean of all
 * @param low lower end of the 95 % interval of the mean; equal to {@code high} for a single value
 * @param high upper end
 * @param p25 first quartile
 * @param p50 median
 * @param p75 third quartile
 * @param p99 99th percentile
 * @param p999 99.9th percentile
 * @param sum of all values
 */
public record Summary(
    long count,
    double mean,
    double low,
    double high,
    double p25,
    double p50,
    double p75,
    double p99,
    double p999,
    double sum) {

  /** Of what the steps measured; quantiles are those of single events if there are any. */
  static Summary of(List<Sample> samples) {
    List<double[]> steps = samples.stream().map(Sample::values).filter(v -> v.length > 0).toList();
    double[] values = steps.stream().flatMapToDouble(Arrays::stream).toArray();
    Histogram events =
        samples.stream()
            .map(Sample::histogram)
            .filter(Objects::nonNull)
            .reduce(null, Summary::merged);
    double mean = values.length > 0 ? Mean.of(values).getAsDouble() : events.getMean();
    double[] ends =
        values.length > 1
            ? Bootstrap.interval(steps, resample -> Mean.of(resample).getAsDouble())
            : new double[] {mean, mean};
    DoubleUnaryOperator quantile =
        events == null
            ? part -> Quantile.withDefaults().evaluate(values, part)
            : part -> events.getValueAtPercentile(100 * part);
    return new Summary(
        events == null ? values.length : events.getTotalCount(),
        mean,
        ends[0],
        ends[1],
        quantile.applyAsDouble(0.25),
        quantile.applyAsDouble(0.5),
        quantile.applyAsDouble(0.75),
        quantile.applyAsDouble(0.99),
        quantile.applyAsDouble(0.999),
        Arrays.stream(values).sum());
  }

  private static Histogram merged(Histogram before, Histogram more) {
    Histogram all = before == null ? new Histogram(more) : before;
    all.add(more);
    return all;
  }

  /** The quantiles by their names, in order. */
  public Map<String, Double> quantiles() {
    Map<String, Double> quantiles = new LinkedHashMap<>();
    quantiles.put("p25", p25);
    quantiles.put("p50", p50);
    quantiles.put("p75", p75);
    quantiles.put("p99", p99);
    quantiles.put("p999", p999);
    return quantiles;
  }

  /** Whether there is nothing but one value, as of an exact count. */
  public boolean isSingle() {
    return count == 1;
  }
}
