package dev.sluice.tools.tune;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;

/**
 * What a chunk costs in the medium, between the sizes that were measured: straight lines between
 * points, and the next point's value outside of them.
 *
 * @param points by size, two at least
 * @param idleNanos processor time that both sides need in a second without chunks
 * @param nextNanos processor time of a chunk that is handed over together with others, beside that
 *     of its bytes
 */
public record SinkModel(List<Point> points, double idleNanos, double nextNanos) {
  /** Number of equal parts of a round trip's distribution, of each of which the middle is kept. */
  static final int QUANTILES = 200;

  /**
   * One size.
   *
   * @param bytes of a chunk
   * @param chunks that were measured
   * @param roundTrips {@link #QUANTILES} quantiles in nanoseconds, ascending
   * @param acknowledged the same quantiles of the time until a chunk is acknowledged
   * @param mean of the round trip, nanoseconds
   * @param cpu nanoseconds of processor time for a chunk, both sides
   */
  public record Point(
      int bytes,
      int chunks,
      double[] roundTrips,
      double[] acknowledged,
      Interval mean,
      Interval cpu) {
    double quantile(double at) {
      return roundTrips[(int) Math.min(QUANTILES - 1, at * QUANTILES)];
    }
  }

  /** Returns the quantiles of sorted nanoseconds. */
  static double[] quantiles(long[] sorted) {
    double[] quantiles = new double[QUANTILES];
    for (int i = 0; i < QUANTILES; i++) {
      double at = (i + 0.5) / QUANTILES * (sorted.length - 1);
      int below = (int) at;
      long next = sorted[Math.min(sorted.length - 1, below + 1)];
      quantiles[i] = sorted[below] + (at - below) * (next - sorted[below]);
    }
    return quantiles;
  }

  /** Quantiles of the round trip of a chunk of that size, in nanoseconds, ascending. */
  double[] roundTrips(double bytes) {
    return between(bytes, Point::roundTrips);
  }

  private double[] between(double bytes, Function<Point, double[]> quantiles) {
    int right = right(bytes);
    Point a = points.get(right - 1);
    Point b = points.get(right);
    double part = part(a, b, bytes);
    double[] from = quantiles.apply(a);
    double[] to = quantiles.apply(b);
    double[] result = new double[QUANTILES];
    Arrays.setAll(result, i -> from[i] + part * (to[i] - from[i]));
    return result;
  }

  /**
   * Returns times until an acknowledgement for chunks of the given sizes in bytes, in the same
   * order on each run.
   */
  LongUnaryOperator draws() {
    SplittableRandom random = new SplittableRandom(1);
    return bytes -> (long) between(bytes, Point::acknowledged)[random.nextInt(QUANTILES)];
  }

  /** Half of the 95 % interval of the mean round trip of a chunk of that size, in nanoseconds. */
  double halfNanos(double bytes) {
    Point a = points.get(right(bytes) - 1);
    Point b = points.get(right(bytes));
    return a.mean.half() + part(a, b, bytes) * (b.mean.half() - a.mean.half());
  }

  /** Nanoseconds of processor time for a chunk of that size; never less for a larger one. */
  double cpuNanos(double bytes) {
    double[] rising = rising(points.stream().mapToDouble(point -> point.cpu.mean()).toArray());
    int right = right(bytes);
    double part = part(points.get(right - 1), points.get(right), bytes);
    return rising[right - 1] + part * (rising[right] - rising[right - 1]);
  }

  private int right(double bytes) {
    int right = 1;
    while (right < points.size() - 1 && points.get(right).bytes < bytes) {
      right++;
    }
    return right;
  }

  private static double part(Point a, Point b, double bytes) {
    return Math.min(1, Math.max(0, (bytes - a.bytes) / Math.max(1, b.bytes - a.bytes)));
  }

  /**
   * Returns the nearest rising sequence by least squares: neighbours that fall are joined to their
   * mean.
   */
  static double[] rising(double[] values) {
    double[] means = new double[values.length];
    int[] weights = new int[values.length];
    int blocks = 0;
    for (double value : values) {
      means[blocks] = value;
      weights[blocks++] = 1;
      while (blocks > 1 && means[blocks - 2] > means[blocks - 1]) {
        blocks--;
        int weight = weights[blocks - 1] + weights[blocks];
        means[blocks - 1] =
            (means[blocks - 1] * weights[blocks - 1] + means[blocks] * weights[blocks]) / weight;
        weights[blocks - 1] = weight;
      }
    }
    double[] result = new double[values.length];
    int at = 0;
    for (int block = 0; block < blocks; block++) {
      Arrays.fill(result, at, at + weights[block], means[block]);
      at += weights[block];
    }
    return result;
  }
}
