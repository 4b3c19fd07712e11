package dev.sluice.analysis.requests;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A figure in two recordings. NaN is what is not known.
 *
 * @param before in the first
 * @param after in the second
 * @param low lower end of the 95 % interval of the change: in proportion to {@code before}, at
 *     least -1; of {@link Figure#FAILED} and {@link Figure#SHARE}, of the difference
 * @param high its upper end
 * @param p how likely so large a change is if nothing had changed
 * @param corrected {@code p} corrected for all figures that are judged; NaN if this one is not
 */
public record FigureChange(
    double before, double after, double low, double high, double p, double corrected) {
  static FigureChange without(double before, double after) {
    return new FigureChange(before, after, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
  }

  /** The change in proportion to the figure before: 0.1 is ten percent more. */
  public double relative() {
    return before == 0 ? Double.NaN : after / before - 1;
  }

  /** Whether the 95 % interval, which is for this figure alone, has no zero in it. */
  public boolean isWithoutZero() {
    return low > 0 || high < 0;
  }

  /** Whether it changed more than chance, with an error of 5 % for all figures together. */
  public boolean isClear() {
    return corrected < Estimate.LEVEL;
  }

  FigureChange with(double otherP, double otherCorrected) {
    return new FigureChange(before, after, low, high, otherP, otherCorrected);
  }

  /**
   * Corrects probabilities as Holm says, with weights: each group has half of the error, and what
   * is found leaves its own to the others.
   *
   * @param times how many such comparisons are made
   * @return the corrected probability of each figure, by its identity
   */
  static Map<FigureChange, Double> corrected(
      Collection<FigureChange> group, Collection<FigureChange> other, int times) {
    Map<FigureChange, Double> weights = new IdentityHashMap<>();
    group.forEach(one -> weights.put(one, 1.0 / group.size()));
    other.forEach(one -> weights.put(one, 1.0 / other.size()));
    List<FigureChange> all = new ArrayList<>(group);
    all.addAll(other);
    all.sort(Comparator.comparingDouble(one -> one.p / weights.get(one)));
    double left = weights.values().stream().mapToDouble(weight -> weight).sum();
    double least = 0;
    for (FigureChange one : all) {
      double weight = weights.get(one);
      least = Math.max(least, Math.min(1, one.p / weight * Math.max(weight, left) * times));
      left -= weight;
      weights.put(one, least);
    }
    return weights;
  }
}
