package dev.sluice.tools.tune;

import java.util.List;

/**
 * What a run at the recording's pace needs beside encoding. The sink alone is measured with code
 * that is hardly compiled yet, and a reader that is seldom woken; the collector's threads are woken
 * with cold caches. So two settings with small and large chunks are run into the sink, and a
 * straight line through both turns the processor time that the sink needs alone into that of a run.
 *
 * @param line nanoseconds of processor time for a record, beside encoding, over those that the sink
 *     alone needs
 * @param small the run with small chunks; null without runs
 * @param large the run with large chunks; null without runs
 */
public record RunCost(Line line, Sample small, Sample large) {
  /** What the sink alone needs. */
  static final RunCost NONE = new RunCost(new Line(0, 1), null, null);

  /**
   * A run.
   *
   * @param sink nanoseconds for a record that the sink alone needs
   * @param nanos nanoseconds for a record of the run, without those of encoding
   * @param half half of the 95 % interval of {@code nanos}; infinite if it is not known
   */
  public record Sample(double sink, double nanos, double half) {}

  /** Through two samples at the same pace. */
  static RunCost of(Sample small, Sample large) {
    List<double[]> points =
        List.of(new double[] {small.sink, small.nanos}, new double[] {large.sink, large.nanos});
    return new RunCost(Line.of(points), small, large);
  }

  /** Half of the 95 % interval at what the sink alone needs for a record. */
  double half(double sink) {
    if (small == null) {
      return Double.POSITIVE_INFINITY;
    }
    double part = small.sink > large.sink ? (sink - large.sink) / (small.sink - large.sink) : 0.5;
    return Math.hypot(part * small.half, (1 - part) * large.half);
  }
}
