package dev.sluice.tools.report;

import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceSelection;
import dev.sluice.api.chunk.Ids;
import dev.sluice.tools.format.Instants;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.report.Finding.Confidence;
import dev.sluice.tools.report.Finding.Rule;
import dev.sluice.tools.report.Finding.Severity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds requests that were slow at the same instant, as when all of a program stands still: there
 * are more groups that began and ended together than chance explains. All groups are tested as one,
 * so that many pauses do not hide each other.
 */
final class Pauses {
  /** Slow is that multiple of the median of the kind, and that long. */
  private static final double SLOW = 10;

  private static final double MIN_NANOS = 10e6;

  /** Sizes of groups that are tried; only larger ones count if smaller ones may be chance. */
  private static final List<Integer> SIZES = List.of(2, 3, 4, 5, 6, 8, 12);

  /** Minimum size of the largest group. */
  private static final int MIN_LARGEST = 3;

  /**
   * Requests that a pause holds up begin and end within that multiple of what they usually take.
   */
  private static final double WITHIN = 4;

  /** Maximum number of slow requests that are compared with each other. */
  private static final int MAX_SLOW = 1024;

  /** Maximum probability that chance explains the number of groups. */
  private static final double CHANCE = 0.01;

  private final ReportModel model;
  private final Growth growth;

  private Pauses(ReportModel model, Growth growth) {
    this.model = model;
    this.growth = growth;
  }

  /** Adds a finding if there were any; the traces that were slow because of them. */
  static List<Trace> add(ReportModel model, Growth growth, List<Finding> found) {
    Pauses pauses = new Pauses(model, growth);
    List<List<Trace>> groups = pauses.groups();
    List<Trace> used = groups.stream().flatMap(List::stream).toList();
    if (!groups.isEmpty()) {
      double cost = used.stream().mapToDouble(Trace::duration).sum();
      found.add(pauses.finding(groups, used.size()).cost(cost, model.time()));
    }
    return used;
  }

  /** Requests that were slow together, by pause; none if that may be chance. */
  private List<List<Trace>> groups() {
    List<Trace> slow = slow();
    List<List<Trace>> all = new ArrayList<>();
    Set<Trace> left = new LinkedHashSet<>(slow);
    for (Trace trace : slow) {
      List<Trace> same = left.stream().filter(one -> isWith(trace, one)).toList();
      if (same.contains(trace) && (same.size() > 1 || isCollected(same))) {
        all.add(same);
        same.forEach(left::remove);
      }
    }
    for (int size : SIZES) {
      List<List<Trace>> some = all.stream().filter(group -> group.size() >= size).toList();
      boolean isLarge = some.stream().anyMatch(group -> group.size() >= MIN_LARGEST);
      if (isLarge && chance(expected(slow, size), some.size()) < CHANCE / SIZES.size()) {
        return all.stream().filter(one -> one.size() >= size || isCollected(one)).toList();
      }
    }
    return all.stream().filter(this::isCollected).toList();
  }

  /**
   * Returns whether the flight recorder recorded that garbage was collected: then one request is
   * enough.
   */
  private boolean isCollected(List<Trace> group) {
    return model.result.lines().pauses().count() > 0 && collecting(group) > 0;
  }

  /** Nanoseconds for which garbage was collected while all of a group ran; 0 if below half. */
  private double collecting(List<Trace> group) {
    long from = group.stream().mapToLong(Trace::begin).max().orElseThrow();
    long until = group.stream().mapToLong(Trace::end).min().orElseThrow();
    double nanos = ResourceCharts.collecting(model.result.lines(), from, until);
    return nanos < (until - from) / 2.0 ? 0 : nanos;
  }

  /**
   * Returns slow requests in the order of time, at most {@value #MAX_SLOW}. The longest requests of
   * a recording may all be of a kind that always takes long, so the slowest of each cell are added.
   */
  private List<Trace> slow() {
    Map<List<Long>, Trace> slow = new LinkedHashMap<>();
    Stream.concat(
            model.collected.longest.traces().stream(),
            model.collected.cells.cells().values().stream().map(cell -> cell.slowest))
        .filter(this::isSlow)
        .forEach(one -> slow.putIfAbsent(List.of(one.producer(), one.id()), one));
    return slow.values().stream()
        .sorted(Comparator.comparing(one -> -one.duration() / growth.usual(one)))
        .limit(MAX_SLOW)
        .sorted(Comparator.comparing(Trace::begin))
        .toList();
  }

  private boolean isSlow(Trace trace) {
    double least = Math.max(MIN_NANOS, SLOW * growth.usual(trace));
    return !trace.isCut() && model.counts(trace) && trace.duration() >= least;
  }

  private boolean isWith(Trace one, Trace other) {
    double within = Math.max(within(one), within(other));
    return Math.abs(one.begin() - other.begin()) <= within
        && Math.abs(one.end() - other.end()) <= within;
  }

  /** Returns the tolerance in nanoseconds for the begin and end of a request in a pause. */
  private double within(Trace trace) {
    return WITHIN * growth.usual(trace);
  }

  /** Returns how many groups of that size or larger there are if all of them began at random. */
  private double expected(List<Trace> slow, int size) {
    double groups = 0;
    for (Trace trace : slow) {
      double others = (slow.size() - 1) * 2 * within(trace) / Math.max(1, model.end - model.begin);
      groups += chance(others, size - 1) / size;
    }
    return groups;
  }

  /** Returns how likely something happens that often or more if that is expected (Poisson). */
  private static double chance(double expected, int times) {
    double term = Math.exp(-expected);
    double more = 1;
    for (int i = 0; i < times; i++) {
      more -= term;
      term *= expected / (i + 1);
    }
    return Math.max(0, more);
  }

  private Finding finding(List<List<Trace>> pauses, int requests) {
    List<Trace> longest = Collections.max(pauses, Comparator.comparing(List::size));
    Trace first = Collections.max(longest, TraceSelection.ORDER);
    LongSummaryStatistics begins = longest.stream().mapToLong(Trace::begin).summaryStatistics();
    double collecting = collecting(longest);
    boolean isOfOne = longest.stream().mapToInt(model::row).distinct().count() == 1;
    String text =
        longest.size() == 1
            ? "%s request of %s was slow, at %s (trace %s)%s%s."
            : "%s requests of %s were slow at the same time, %s (trace %s)%s%s.";
    String others =
        ", and %s others in %s more pauses"
            .formatted(Figures.count(requests - longest.size()), Figures.count(pauses.size() - 1));
    double nanos = first.duration();
    Object[] parts = {
      (long) longest.size(),
      nanos,
      Instants.millis(begins.getMax()),
      Ids.print(first.id()),
      pauses.size() == 1 ? "" : others,
      collecting > 0 ? "; garbage collection took " + Figures.nanos(collecting) : ""
    };
    return new Finding(Rule.PAUSE, Severity.WARNING, text, parts)
        .sure(collecting > 0 ? Confidence.CERTAIN : Confidence.LIKELY)
        .count(pauses.size(), pauses.size())
        .at(model, model.row(first), null, first)
        .link("req", isOfOne ? model.row(first) : null)
        .link("t0", model.micros(begins.getMin()))
        .link("t1", model.micros(begins.getMax()) + 1)
        .link("d0", longest.stream().mapToLong(Trace::duration).min().orElseThrow())
        .link("d1", first.duration());
  }
}
