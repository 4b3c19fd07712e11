package dev.sluice.tools.tune;

import java.util.List;

/**
 * What a run at the recording's pace needs beside encoding, as a multiple of what the sink needs
 * alone. The sink alone is measured with code that is hardly compiled yet, and without a collector
 * whose threads are woken. So two settings with small and large chunks are run into the sink; the
 * logarithm of the multiple is a line between both, and constant outside of them.
 *
 * @param small the run with small chunks
 * @param large the run with large chunks
 */
public record RunCost(Sample small, Sample large) {
  /** What the sink alone needs. */
  static final RunCost NONE = new RunCost(Sample.NONE, Sample.NONE);

  /**
   * A run.
   *
   * @param sink nanoseconds for a record that the sink alone needs
   * @param nanos nanoseconds for a record of the run, without those of encoding
   * @param half half of the 95 % interval of {@code nanos}; infinite if it is not known
   */
  public record Sample(double sink, double nanos, double half) {
    private static final Sample NONE = new Sample(1, 1, Double.POSITIVE_INFINITY);

    double factor() {
      return nanos / sink;
    }
  }

  /** Returns the cost by two runs at the same pace; {@link #NONE} unless both have a figure. */
  static RunCost of(Sample small, Sample large) {
    double both = small.factor() * large.factor();
    return both > 0 && Double.isFinite(both) ? new RunCost(small, large) : NONE;
  }

  /** Returns the multiples of the run with small chunks and of the run with large ones. */
  List<Double> factors() {
    return List.of(small.factor(), large.factor());
  }

  /** Nanoseconds for a record for which the sink alone needs that. */
  double nanos(double sink) {
    return sink * large.factor() * Math.exp(part(sink) * difference());
  }

  /** Half of the 95 % interval of {@link #nanos}; infinite if it is not known. */
  double half(double sink) {
    double part = part(sink);
    double noise =
        Math.hypot(part * small.half / small.nanos, (1 - part) * large.half / large.nanos);
    double half = nanos(sink) * Math.hypot(noise, part * (1 - part) * difference());
    return Double.isNaN(half) ? Double.POSITIVE_INFINITY : half;
  }

  private double difference() {
    return Math.log(small.factor() / large.factor());
  }

  /** Returns 0 for what the large chunks need of the sink, 1 for the small ones, and between. */
  private double part(double sink) {
    double part = Math.log(sink / large.sink) / Math.log(small.sink / large.sink);
    return Double.isFinite(part) ? Math.min(1, Math.max(0, part)) : 0.5;
  }
}
