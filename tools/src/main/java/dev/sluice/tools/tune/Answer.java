package dev.sluice.tools.tune;

import java.util.Arrays;
import java.util.List;

/**
 * Figures of a setting, predicted or measured.
 *
 * @param p50Nanos delay of a record from emit until the reader hands its chunk out, median
 * @param p99Nanos its 99th percentile
 * @param bytes bytes that the sink gets for a record
 * @param cpuNanos processor time of collector, raw writer and raw reader for a record
 * @param messages chunks that the sink gets in a second, of all producers
 * @param halves half of the 95 % interval of each measure, in their order; infinite where it is not
 *     known; empty for figures that are exact
 */
public record Answer(
    Setting setting,
    double p50Nanos,
    double p99Nanos,
    double bytes,
    double cpuNanos,
    double messages,
    List<Double> halves) {
  double of(Measure measure) {
    return measure.value.applyAsDouble(this);
  }

  /** Half of the 95 % interval of a measure; infinite if it is not known. */
  double half(Measure measure) {
    return halves.isEmpty() ? 0 : halves.get(measure.ordinal());
  }

  /**
   * Returns the answers for which no other is better in every measure (the Pareto front), in their
   * order.
   */
  static List<Answer> front(List<Answer> all) {
    return all.stream().filter(answer -> answer.isFree(all)).toList();
  }

  /**
   * Returns whether no other answer is at least as good in every measure; of equal ones only the
   * first.
   */
  private boolean isFree(List<Answer> all) {
    return all.stream()
        .filter(other -> other != this && other.isNowhereWorse(this))
        .allMatch(other -> isNowhereWorse(other) && all.indexOf(this) < all.indexOf(other));
  }

  private boolean isNowhereWorse(Answer other) {
    return Arrays.stream(Measure.values()).allMatch(one -> of(one) <= other.of(one));
  }
}
