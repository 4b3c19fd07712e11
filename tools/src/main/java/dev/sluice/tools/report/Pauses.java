package dev.sluice.tools.report;

import dev.sluice.analysis.traces.Trace;
import dev.sluice.api.chunk.Ids;
import dev.sluice.tools.format.Instants;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.report.Finding.Confidence;
import dev.sluice.tools.report.Finding.Rule;
import dev.sluice.tools.report.Finding.Severity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds requests that were slow at the same instant: more of them began and ended together than
 * chance explains, as when all of a program stands still. Of the slowest requests of the recording.
 */
final class Pauses {
  /** Slow is so many times the median of the kind, and that long. */
  private static final double SLOW = 10;

  private static final double LEAST_NANOS = 10e6;
  private static final int FEWEST = 4;

  /** Two requests coincide if so much of the time of both together is that of each. */
  private static final double TOGETHER = 0.6;

  /** How likely it may be that chance brings as many together anywhere. */
  private static final double CHANCE = 0.01;

  private Pauses() {}

  /** Adds a finding if there were any; the traces that were slow because of them. */
  static Set<List<Long>> add(ReportModel model, Growth growth, List<Finding> found) {
    List<Trace> slow =
        model.collected.longest.traces().stream()
            .filter(trace -> isSlow(model, growth, trace))
            .toList();
    List<Trace> left = new ArrayList<>(slow);
    List<List<Trace>> pauses = new ArrayList<>();
    List<Trace> pause = next(model, left);
    while (!pause.isEmpty()) { // what one explains may hide others no more
      pauses.add(pause);
      left.removeAll(pause);
      pause = next(model, left);
    }
    List<Trace> used = pauses.stream().flatMap(List::stream).toList();
    if (!pauses.isEmpty()) {
      double cost = used.stream().mapToDouble(Trace::duration).sum();
      List<Trace> longest = Collections.max(pauses, Comparator.comparing(p -> p.get(0).duration()));
      found.add(finding(model, longest, pauses.size()).cost(cost, model.figures.all().total()));
    }
    return used.stream().map(Pauses::key).collect(Collectors.toSet());
  }

  /** Requests that were slow together; none if there are no more. */
  private static List<Trace> next(ReportModel model, List<Trace> left) {
    for (Trace trace : left) {
      List<Trace> same = left.stream().filter(other -> coincide(trace, other)).toList();
      if (same.size() >= FEWEST && !isChance(model, left, trace, same)) {
        return same;
      }
    }
    return List.of();
  }

  static List<Long> key(Trace trace) {
    return List.of(trace.producer(), trace.id());
  }

  private static boolean isSlow(ReportModel model, Growth growth, Trace trace) {
    double least = Math.max(LEAST_NANOS, SLOW * growth.usual(trace));
    return !trace.isCut() && model.counts(trace) && trace.duration() >= least;
  }

  private static long end(Trace trace) {
    return trace.begin() + trace.duration();
  }

  private static boolean coincide(Trace one, Trace other) {
    double both = Math.min(end(one), end(other)) - Math.max(one.begin(), other.begin());
    double all = Math.max(end(one), end(other)) - Math.min(one.begin(), other.begin());
    return both >= TOGETHER * all;
  }

  /** Whether as many might coincide anywhere if those of that length began at random (Poisson). */
  private static boolean isChance(
      ReportModel model, List<Trace> slow, Trace of, List<Trace> together) {
    double time = of.duration();
    long others =
        slow.stream()
            .filter(one -> one.duration() >= TOGETHER * time && TOGETHER * one.duration() <= time)
            .count();
    double expected = 2 * (1 - TOGETHER) * time / Math.max(1, model.end - model.begin);
    expected *= Math.max(0, others - together.size());
    double term = Math.exp(-expected);
    double more = 1;
    for (int i = 0; i < together.size() - 1; i++) {
      more -= term;
      term *= expected / (i + 1);
    }
    return more * slow.size() >= CHANCE;
  }

  private static Finding finding(ReportModel model, List<Trace> longest, int pauses) {
    LongSummaryStatistics begins = longest.stream().mapToLong(Trace::begin).summaryStatistics();
    long from = begins.getMax();
    long until = longest.stream().mapToLong(Pauses::end).min().orElseThrow();
    double collecting = ResourceCharts.collecting(model.result.lines(), from, until);
    boolean isCollection = collecting >= (until - from) / 2.0;
    Trace first = longest.get(0);
    boolean isOfOne = longest.stream().mapToInt(model::row).distinct().count() == 1;
    String text = "%s requests of %s were slow at the same instant, %s (trace %s)%s.";
    String others = pauses == 1 ? "" : ", and others at " + Figures.count(pauses - 1) + " more";
    String then = isCollection ? "; garbage was collected for " + Figures.nanos(collecting) : "";
    double nanos = first.duration();
    Object[] parts = {
      (long) longest.size(), nanos, Instants.millis(from), Ids.print(first.id()) + others, then
    };
    return new Finding(Rule.PAUSE, Severity.WARNING, text, parts)
        .sure(isCollection ? Confidence.CERTAIN : Confidence.LIKELY)
        .count(pauses, pauses)
        .at(model, model.row(first), null, first)
        .link("req", isOfOne ? model.row(first) : null)
        .link("t0", model.micros(begins.getMin()))
        .link("t1", model.micros(begins.getMax()) + 1)
        .link("d0", longest.stream().mapToLong(Trace::duration).min().orElseThrow())
        .link("d1", first.duration());
  }
}
