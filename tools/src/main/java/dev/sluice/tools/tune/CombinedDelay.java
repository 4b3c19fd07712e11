package dev.sluice.tools.tune;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Joins what a setting does in the process with what the medium does to its chunks.
 *
 * @param recordsPerSecond of all producers
 */
record CombinedDelay(
    SinkModel sink, Map<String, Line> encodings, RunCost cost, double recordsPerSecond) {
  /** Maximum error of encoding at full speed, compared with a run. */
  private static final double ENCODING = 0.05;

  /**
   * Returns the answer for a setting. The delays add up as those of independent causes: every
   * quantile of the one with every quantile of the other. Chunks that are sent together cost the
   * medium about what one chunk with all their bytes does.
   */
  Answer of(Prediction prediction) {
    double burstBytes = prediction.burstBytes();
    double[] delays = sums(inside(prediction), sink.roundTrips(burstBytes));
    double encodingNanos = encodingNanos(prediction);
    double half = sink.halfNanos(burstBytes);
    return new Answer(
        prediction.setting(),
        at(delays, 0.5),
        at(delays, 0.99),
        prediction.bytesPerRecord(),
        encodingNanos + cost.nanos(sinkNanos(prediction)),
        recordsPerSecond / prediction.recordsPerChunk(),
        List.of(
            half,
            half,
            0.0,
            Math.hypot(cost.half(sinkNanos(prediction)), ENCODING * encodingNanos),
            0.0));
  }

  /** Processor time of encoding a record of a setting at full speed. */
  double encodingNanos(Prediction prediction) {
    return encodings.get(prediction.encoding()).at(1 / prediction.recordsPerChunk());
  }

  /** Processor time that the sink alone needs for a record of a setting, its idle time included. */
  double sinkNanos(Prediction prediction) {
    double bursts = prediction.bursts();
    double more = prediction.chunks() / bursts - 1;
    double burst = sink.cpuNanos(prediction.burstBytes()) + more * sink.nextNanos();
    return burst * bursts / prediction.records() + sink.idleNanos() / recordsPerSecond;
  }

  private static double[] inside(Prediction prediction) {
    double[] quantiles = new double[SinkModel.QUANTILES];
    Arrays.setAll(quantiles, i -> prediction.delayNanos((i + 0.5) / quantiles.length));
    return quantiles;
  }

  private static double[] sums(double[] ones, double[] others) {
    double[] sums = new double[ones.length * others.length];
    Arrays.setAll(sums, i -> ones[i / others.length] + others[i % others.length]);
    Arrays.sort(sums);
    return sums;
  }

  private static double at(double[] sorted, double quantile) {
    return sorted[(int) ((sorted.length - 1) * quantile)];
  }
}
