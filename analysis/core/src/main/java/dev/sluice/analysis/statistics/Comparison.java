package dev.sluice.analysis.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.TTest;

/**
 * Compares two recordings operation by operation: the means with Welch's t test on batch means, see
 * {@link BatchMeans}. With many operations some differ by chance; probabilities are therefore
 * corrected as Holm says (A simple sequentially rejective multiple test procedure, Scandinavian
 * Journal of Statistics 6, 1979). What one run differs from the next by itself is in no recording:
 * a difference says that these two differ, not why.
 */
public final class Comparison {
  private static final double LEVEL = 0.05;
  private static final int FEWEST_BATCHES = 4;

  private Comparison() {}

  /** What changed, operations whose total time changed most first. */
  public static List<Change> of(OperationStatistics before, OperationStatistics after) {
    Map<String, OperationFigures> others = new HashMap<>();
    after.all().forEach(figures -> others.put(figures.signature(), figures));
    List<Change> changes = new ArrayList<>();
    before.all().forEach(figures -> changes.add(of(figures, others.remove(figures.signature()))));
    others.values().forEach(figures -> changes.add(of(null, figures)));
    return corrected(changes).stream()
        .sorted(
            Comparator.comparingLong((Change change) -> Math.abs(change.totalDifference()))
                .reversed()
                .thenComparing(Change::signature))
        .toList();
  }

  private static Change of(OperationFigures before, OperationFigures after) {
    if (before == null || after == null) {
      return new Change(
          before == null ? after.signature() : before.signature(),
          before,
          after,
          Double.NaN,
          Double.NaN,
          Double.NaN,
          Double.NaN,
          before == null ? Change.Verdict.NEW : Change.Verdict.GONE);
    }
    double difference = after.durations().mean() - before.durations().mean();
    double[] one = before.batches().means();
    double[] other = after.batches().means();
    if (one.length < FEWEST_BATCHES || other.length < FEWEST_BATCHES) {
      return new Change(
          before.signature(),
          before,
          after,
          difference,
          Double.NaN,
          Double.NaN,
          Double.NaN,
          Change.Verdict.TOO_FEW_CALLS);
    }
    double error = Math.sqrt(squaredError(one) + squaredError(other));
    if (error == 0) {
      return new Change(
          before.signature(),
          before,
          after,
          difference,
          difference,
          difference,
          difference == 0 ? 1 : 0,
          Change.Verdict.NO_DIFFERENCE_FOUND);
    }
    TTest.Result test = TTest.withDefaults().with(DataDispersion.HETEROSCEDASTIC).test(other, one);
    double half =
        error * TDistribution.of(test.getDegreesOfFreedom()).inverseSurvivalProbability(LEVEL / 2);
    double middle = Mean.of(other).getAsDouble() - Mean.of(one).getAsDouble();
    return new Change(
        before.signature(),
        before,
        after,
        difference,
        middle - half,
        middle + half,
        test.getPValue(),
        Change.Verdict.NO_DIFFERENCE_FOUND);
  }

  private static double squaredError(double[] means) {
    return Variance.of(means).getAsDouble() / means.length;
  }

  private static List<Change> corrected(List<Change> changes) {
    List<Change> tested =
        changes.stream()
            .filter(change -> !Double.isNaN(change.p()))
            .sorted(Comparator.comparingDouble(Change::p))
            .toList();
    List<Change> all = new ArrayList<>(changes.stream().filter(c -> Double.isNaN(c.p())).toList());
    double least = 0;
    for (int i = 0; i < tested.size(); i++) {
      Change change = tested.get(i);
      least = Math.max(least, Math.min(1, change.p() * (tested.size() - i)));
      all.add(judged(change, least));
    }
    return all;
  }

  private static Change judged(Change change, double p) {
    Change.Verdict verdict =
        p >= LEVEL
            ? Change.Verdict.NO_DIFFERENCE_FOUND
            : change.difference() > 0 ? Change.Verdict.SLOWER : Change.Verdict.FASTER;
    return new Change(
        change.signature(),
        change.before(),
        change.after(),
        change.difference(),
        change.low(),
        change.high(),
        p,
        verdict);
  }
}
