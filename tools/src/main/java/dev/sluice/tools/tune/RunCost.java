package dev.sluice.tools.tune;

/**
 * What a run at the recording's pace needs beside encoding, as a multiple of what the sink needs
 * alone. The sink alone is measured with code that is hardly compiled yet, and without a collector
 * whose threads are woken. So two settings with small and large chunks are run into the sink.
 *
 * @param factor processor time of a run beside encoding, in what the sink alone needs
 * @param unsure half of its 95 % interval as a part of it, with half of what both runs differ by;
 *     infinite if it is not known
 */
public record RunCost(double factor, double unsure) {
  /** What the sink alone needs. */
  static final RunCost NONE = new RunCost(1, Double.POSITIVE_INFINITY);

  /**
   * A run.
   *
   * @param sink nanoseconds for a record that the sink alone needs
   * @param nanos nanoseconds for a record of the run, without those of encoding
   * @param half half of the 95 % interval of {@code nanos}; infinite if it is not known
   */
  record Sample(double sink, double nanos, double half) {}

  /** The geometric mean of two samples at the same pace. */
  static RunCost of(Sample small, Sample large) {
    double one = small.nanos / small.sink;
    double other = large.nanos / large.sink;
    double factor = Math.sqrt(one * other);
    if (!(factor > 0) || Double.isInfinite(factor)) {
      return NONE;
    }
    double noise = Math.hypot(small.half / small.nanos, large.half / large.nanos) / 2;
    return new RunCost(factor, Math.hypot(noise, Math.log(one / other) / 2));
  }

  /** Nanoseconds for a record for which the sink alone needs that. */
  double nanos(double sink) {
    return factor * sink;
  }

  /** Half of the 95 % interval of {@link #nanos}. */
  double half(double sink) {
    return Double.isInfinite(unsure) ? unsure : unsure * nanos(sink);
  }
}
