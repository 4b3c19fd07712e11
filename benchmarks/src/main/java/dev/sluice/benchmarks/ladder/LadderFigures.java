package dev.sluice.benchmarks.ladder;

import dev.sluice.benchmarks.calls.CallMetrics;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Comparison;
import dev.sluice.benchmarks.frame.Ratio;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Asks results for figures of rungs. */
record LadderFigures(Results results) {
  /** The rungs that were measured. */
  List<Rung> rungs() {
    return Ladder.ALL.stream()
        .filter(rung -> results.has(rung.cell(), CallMetrics.RESPONSE))
        .toList();
  }

  /**
   * How many times as long a call takes as with the rung before; each turn's mean is taken over the
   * floor's of the same turn first, so that rungs of different groups can be compared. Empty if
   * there is none, or one of them failed in some start.
   */
  Optional<Ratio> step(Rung rung) {
    return Ladder.before(rung).flatMap(before -> ratio(rung, before));
  }

  /** The same for any two rungs. */
  Optional<Ratio> ratio(Rung rung, Rung other) {
    List<List<Double>> turns = results.turns(rung.cell(), CallMetrics.OVER_FLOOR);
    List<List<Double>> base = results.turns(other.cell(), CallMetrics.OVER_FLOOR);
    return turns.isEmpty() || turns.size() != base.size()
        ? Optional.empty()
        : Optional.of(Ratio.of(turns, base));
  }

  /** Each rung beside the one it is against. */
  Comparison comparison() {
    Map<Cell, Rung> byCell =
        rungs().stream().collect(Collectors.toMap(Rung::cell, Function.identity()));
    return Comparison.of(
        results,
        CallMetrics.RESPONSE,
        byCell::containsKey,
        cell -> Ladder.before(byCell.get(cell)).map(Rung::cell).orElse(null),
        (cell, before) -> step(byCell.get(cell)));
  }

  /** The median of all calls as a multiple of that with the rung before. */
  Optional<Double> medians(Rung rung) {
    return Ladder.before(rung)
        .filter(before -> results.has(before.cell(), CallMetrics.RESPONSE))
        .map(before -> median(rung) / median(before));
  }

  private double median(Rung rung) {
    return results.summary(rung.cell(), CallMetrics.RESPONSE).p50();
  }

  /** A ratio with its interval, or {@code -}. */
  static String text(Optional<Ratio> ratio) {
    return ratio
        .map(
            r ->
                "%s (%s–%s)"
                    .formatted(
                        Report.decimals(r.median(), 3),
                        Report.decimals(r.low(), 3),
                        Report.decimals(r.high(), 3)))
        .orElse(Rung.NONE);
  }
}
