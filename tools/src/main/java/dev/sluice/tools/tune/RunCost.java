package dev.sluice.tools.tune;

/**
 * What a run at the recording's pace needs beside encoding. The sink alone is measured with code
 * that is hardly compiled yet, and a reader that is seldom woken; the collector's threads are woken
 * with cold caches. So two settings with small and large chunks are run into the sink, and a
 * straight line through both turns the processor time that the sink needs alone into that of a run.
 *
 * @param perRecord nanoseconds of processor time for a record, whatever its chunk is
 * @param factor what a run needs for a chunk, as a multiple of what the sink needs alone
 * @param small the run with small chunks; null without runs
 * @param large the run with large chunks; null without runs
 */
public record RunCost(double perRecord, double factor, Sample small, Sample large) {
  /** Encoding and the sink alone. */
  static final RunCost NONE = new RunCost(0, 1, null, null);

  /** Samples whose chunks cost the sink nearly the same do not tell what a chunk costs. */
  private static final double DISTINCT = 1.2;

  /**
   * A run.
   *
   * @param sink nanoseconds for a record that the sink alone needs
   * @param nanos nanoseconds for a record of the run, without those of encoding
   * @param half half of the 95 % interval of {@code nanos}; infinite if it is not known
   */
  public record Sample(double sink, double nanos, double half) {}

  /** Through two samples at the same pace; costs are not negative. */
  static RunCost of(Sample small, Sample large) {
    double slope =
        small.sink > DISTINCT * large.sink
            ? (small.nanos - large.nanos) / (small.sink - large.sink)
            : 1;
    double rest = (small.nanos + large.nanos - slope * (small.sink + large.sink)) / 2;
    if (slope >= 0 && rest >= 0) {
      return new RunCost(rest, slope, small, large);
    }
    double squares = small.sink * small.sink + large.sink * large.sink;
    double through = (small.sink * small.nanos + large.sink * large.nanos) / squares;
    return slope < 0 || squares == 0
        ? new RunCost(Math.max(0, (small.nanos + large.nanos) / 2), 0, small, large)
        : new RunCost(0, Math.max(0, through), small, large);
  }

  /** Nanoseconds for a record whose chunks need that time for a record in the sink alone. */
  double nanos(double sink) {
    return perRecord + factor * sink;
  }

  /** Half of the 95 % interval of {@link #nanos}. */
  double half(double sink) {
    if (small == null) {
      return Double.POSITIVE_INFINITY;
    }
    double part =
        small.sink > DISTINCT * large.sink ? (sink - large.sink) / (small.sink - large.sink) : 0.5;
    return Math.hypot(part * small.half, (1 - part) * large.half);
  }
}
