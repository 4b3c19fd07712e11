package dev.sluice.analysis.requests;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.calls.Times;
import java.util.Arrays;
import java.util.Collection;

/**
 * The first slices of a recording in which requests, or calls where there are none, take more than
 * {@value #FACTOR} times as long as in its second half, and longer than in nine of ten slices
 * there. Means are those of logarithms, so that few very long ones do not decide, and are of the
 * same mix of kinds.
 *
 * @param slices how many; none if it would be more than {@value #MAX_PART} of them: that is no
 *     steady state, and perhaps a program that gets slower after a slow start
 * @param factor how many times as long something took there
 */
record WarmUp(int slices, double factor) {
  private static final double FACTOR = 1.1;
  private static final double PART = 0.9;

  /** Share of the slices that a warm-up has at most. */
  private static final double MAX_PART = 0.3;

  static WarmUp of(Collection<Tally> kinds, long[] slices) {
    int half = slices.length / 2;
    double[] excess = excess(kinds, slices);
    double[] later = Arrays.copyOfRange(excess, half, slices.length);
    Arrays.sort(later);
    int end = 0;
    double sum = 0;
    while (end < half
        && excess[end] > later[(int) Math.ceil(PART * later.length) - 1]
        && Times.factor(excess[end]) > FACTOR) {
      sum += excess[end++];
    }
    return new WarmUp(
        end > MAX_PART * slices.length ? 0 : end, Times.factor(end == 0 ? 0 : sum / end));
  }

  /** By how much the mean logarithm of each slice is above that of the second half. */
  private static double[] excess(Collection<Tally> kinds, long[] slices) {
    double[] above = new double[slices.length];
    double[] count = new double[slices.length];
    for (Tally kind : kinds) {
      Calls later = kind.sum(Arrays.copyOfRange(slices, slices.length / 2, slices.length));
      double mean = later.times().logarithms() / later.times().count();
      for (int i = 0; i < slices.length && later.times().count() > 0; i++) {
        Calls slice = kind.sum(slices[i]);
        above[i] += slice.times().logarithms() - mean * slice.times().count();
        count[i] += slice.times().count();
      }
    }
    for (int i = 0; i < slices.length; i++) {
      above[i] /= Math.max(1, count[i]);
    }
    return above;
  }
}
