package dev.sluice.tools.report;

import dev.sluice.analysis.calls.Times;
import dev.sluice.analysis.requests.RequestFigures.Row;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.report.Finding.Confidence;
import dev.sluice.tools.report.Finding.Rule;
import dev.sluice.tools.report.Finding.Severity;
import dev.sluice.tools.report.RequestHeat.Cell;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Finds kinds of requests of which some take many times as long as most, and kinds with few
 * requests that take a large part of the time. Each is found by what it costs. For one thread.
 */
final class Tails {
  /**
   * A request is slow from that multiple of the median on, or from the square of the ratio of the
   * quartiles: only one in 300 is beyond that if the logarithms of all are normal.
   */
  private static final double SLOW = 5;

  /**
   * Minimum number of requests of a kind: among fewer the machine may have disturbed the slowest.
   */
  private static final long MIN_REQUESTS = 100;

  /** Share of the time of its kind, and of all requests, that slow requests take at least. */
  private static final double MIN_PART = 0.2;

  private static final double MIN_PART_OF_ALL = 0.01;

  private static final double MIN_NANOS = 1e6;

  /** The mean of the slower of two modes is that multiple of the faster. */
  private static final double TIMES = 4;

  /** Requests in the half octave between two modes, as a part of those in the smaller mode. */
  private static final double VALLEY = 0.1;

  /** Share of a kind that the slower of two modes has. */
  private static final double MIN_SLOWER_PART = 0.1;

  private static final double MAX_SLOWER_PART = 0.67;

  /**
   * Minimum average in nanoseconds of a tenth of a kind for more than a note, because a cache may
   * be meant to miss.
   */
  private static final double MIN_SLOWER_NANOS = 10e6;

  /** Ends of calls while slow requests ran, as a part of those that there are on average. */
  private static final double STILL = 0.1;

  private static final double MIN_EXPECTED = 5;

  /** Maximum part of the requests, and minimum part of the time, of an expensive kind. */
  private static final double MAX_PART_OF_REQUESTS = 0.05;

  private static final double MIN_PART_OF_TIME = 0.3;

  private final ReportModel model;
  private final Growth growth;
  private final List<Trace> paused;
  private final List<Finding> found;

  /** Creates the rules; requests that a pause made slow do not count, and {@code found} grows. */
  Tails(ReportModel model, Growth growth, List<Trace> paused, List<Finding> found) {
    this.model = model;
    this.growth = growth;
    this.paused = paused;
    this.found = found;
  }

  /** Adds what there is to be found of a row. */
  void add(int number, Row row) {
    boolean isKnown = row.whole().calls() >= MIN_REQUESTS;
    if (isKnown && !tail(number, row) && !growth.grows(number)) {
      bimodal(number, row);
    }
    expensive(number, row);
  }

  private static String about(Times.Tail tail) {
    return tail.isExact() ? "" : "About ";
  }

  private Predicate<Trace> from(int number, double nanos) {
    return of -> model.row(of) == number && of.duration() >= nanos;
  }

  private boolean tail(int number, Row row) {
    double spread = row.whole().quantile(0.75) / row.whole().quantile(0.25);
    double slow = growth.highest(number) * Math.max(SLOW, spread * spread);
    Times.Tail tail = row.whole().tail(Math.max(MIN_NANOS, slow));
    ColdStart start = new ColdStart(model, number);
    long until = start.until(tail.least());
    List<Cell> cold = start.counted(until, tail.least());
    Predicate<Trace> isSlow = from(number, tail.least()).and(one -> one.begin() >= until);
    List<Trace> explained = paused.stream().filter(isSlow).toList();
    double nanos =
        tail.nanos()
            - explained.stream().mapToDouble(Trace::duration).sum()
            - cold.stream().mapToDouble(cell -> cell.count * cell.slowest.duration()).sum();
    long out = explained.size() + ColdStart.count(cold);
    long left = tail.calls() - out;
    if (left < 2 || nanos < MIN_PART * row.whole().sum()) {
      return left < out; // then there is nothing else to be found
    }
    String text = "%s%s of %s of %s took %s or more (p50 %s, p99 %s): %s of its time%s";
    Object[] parts = {
      about(tail),
      tail.calls(),
      Figures.count(row.count(), "request"),
      model.label(row.name()),
      tail.least(),
      row.whole().quantile(0.5),
      row.whole().quantile(0.99),
      "about " + Figures.percent(nanos, row.whole().sum()),
      out == 0 ? "" : ", not counting %s in a pause or at the start".formatted(out)
    };
    Finding finding =
        new Finding(Rule.SLOW_TAIL, severity(row.whole().tail(slow), row), text, parts);
    return add(finding.sure(Confidence.LIKELY).count(left, 1), number, isSlow, nanos);
  }

  private static Severity severity(Times.Tail slow, Row row) {
    boolean isMode = slow.calls() >= MIN_SLOWER_PART * row.whole().calls();
    boolean isShort = slow.nanos() < slow.calls() * MIN_SLOWER_NANOS;
    return isMode && isShort ? Severity.NOTE : Severity.WARNING;
  }

  /** Two modes: the half octave between them that has the fewest requests beside both. */
  private void bimodal(int number, Row row) {
    long[] octaves = row.whole().times().halfOctaves();
    double all = row.whole().calls();
    double depth = VALLEY;
    double between = 0;
    long slower = 0;
    for (int at = octaves.length - 2; at > 1; at--) {
      slower += octaves[at + 1];
      double smaller = Math.min(slower, all - slower - octaves[at]);
      boolean isPart = slower >= MIN_SLOWER_PART * all && slower <= MAX_SLOWER_PART * all;
      if (isPart && octaves[at] < depth * smaller) {
        depth = octaves[at] / smaller;
        between = Math.pow(2, (octaves[0] + at - 0.5) / 2);
      }
    }
    Times.Tail slow = row.whole().tail(between);
    double others = (row.whole().sum() - slow.nanos()) / (all - slow.calls());
    double saved = slow.nanos() - slow.calls() * others;
    ColdStart start = new ColdStart(model, number);
    long cold = ColdStart.count(start.slow(start.until(between), between));
    boolean isLater = between > 0 && cold < slow.calls() / 2;
    if (isLater && slow.nanos() >= slow.calls() * Math.max(MIN_NANOS, TIMES * others)) {
      String text = "%s%s of %s of %s take %s on average, the rest %s, with few in between";
      Object[] parts = {
        about(slow),
        slow.calls(),
        Figures.count(row.count(), "request"),
        model.label(row.name()),
        slow.nanos() / slow.calls(),
        others
      };
      Predicate<Trace> isSlow = from(number, slow.least());
      Finding finding = new Finding(Rule.BIMODAL, severity(slow, row), text, parts);
      add(finding.sure(Confidence.POSSIBLE).count(slow.calls(), 1), number, isSlow, saved);
    }
  }

  /** Adds a finding of slow requests, unless calls that repeat explain them or they cost little. */
  private boolean add(Finding finding, int number, Predicate<Trace> isSlow, double cost) {
    if (cost < MIN_PART_OF_ALL * model.time()) {
      return false;
    }
    String kind = model.figures.rows().get(number).name();
    Map<String, Double> longer = longer(number, isSlow, null);
    double all = longer.values().stream().mapToDouble(more -> Math.max(0, more)).sum();
    String most = most(longer, kind);
    boolean isStill = isStill(isSlow);
    boolean isPaused = isStill && !paused.isEmpty(); // then all of them are pauses
    if (!isPaused && found.stream().noneMatch(one -> one.isOf(Rule.N_PLUS_1, kind, most))) {
      String own = Figures.percent(Math.max(0, longer.getOrDefault(most, 0.0)), all);
      String caller = most(longer(number, isSlow, most), kind);
      boolean isOther = !caller.isEmpty() && !caller.equals(kind);
      String by = isOther ? ", called by " + model.label(caller) : "";
      Predicate<Trace> isBy =
          one -> IntStream.range(0, one.size()).anyMatch(i -> group(one, i, most).equals(caller));
      found.add(
          finding
              .more("; %s of the extra time is in %s itself%s.", own, model.label(most), by)
              .cost(cost, model.time())
              .at(model, number, most, model.example(number, isSlow.and(isBy))));
      if (isStill) {
        finding
            .sure(Confidence.POSSIBLE)
            .more(" Nothing else began or ended meanwhile: the whole program may have been paused")
            .more(" (jfr=gc records garbage collections).");
      }
    }
    return true;
  }

  /** Returns whether hardly any request began or ended in the middle half of slow ones. */
  private boolean isStill(Predicate<Trace> isSlow) {
    List<Trace> slow = model.traces().stream().filter(isSlow).toList();
    long[] times =
        model.traces().stream()
            .flatMapToLong(one -> LongStream.of(one.begin(), one.end()))
            .toArray();
    double nanos = slow.stream().mapToDouble(Trace::duration).sum();
    double expected = nanos / 2 / (model.end - model.begin) * times.length;
    long ended =
        slow.stream()
            .flatMapToLong(one -> Arrays.stream(times).filter(time -> isWithin(one, time)))
            .count();
    return expected >= MIN_EXPECTED && ended <= STILL * expected;
  }

  private static boolean isWithin(Trace trace, long time) {
    return Math.abs(2 * (time - trace.begin()) - trace.duration()) < trace.duration() / 2;
  }

  private static String most(Map<String, Double> longer, String otherwise) {
    return longer.entrySet().stream()
        .max(Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .orElse(otherwise);
  }

  /**
   * Returns the operation of an execution; with {@code of} the caller if it is of that one, else
   * "".
   */
  private static String group(Trace trace, int i, String of) {
    boolean isOf = trace.parent(i) >= 0 && trace.signature(i).equals(of);
    return of == null ? trace.signature(i) : isOf ? trace.signature(trace.parent(i)) : "";
  }

  /** Returns the extra self time of shown slow requests by group, per request. */
  private Map<String, Double> longer(int number, Predicate<Trace> isSlow, String of) {
    Map<String, Double> longer = new HashMap<>();
    List<Trace> all = model.traces().stream().filter(one -> model.row(one) == number).toList();
    long slow = all.stream().filter(isSlow).count();
    for (Trace trace : all) {
      double weight = isSlow.test(trace) ? 1.0 / slow : -1.0 / (all.size() - slow);
      for (int i = 0; i < trace.size(); i++) {
        longer.merge(group(trace, i, of), weight * trace.self(i), Double::sum);
      }
    }
    return longer;
  }

  private void expensive(int number, Row row) {
    long all = model.figures.all().count();
    boolean isFew =
        !model.isRun(row) && row.count() > 4 && row.count() <= MAX_PART_OF_REQUESTS * all;
    if (isFew && row.total() >= MIN_PART_OF_TIME * model.time()) {
      String text = "%s is %s of the requests and takes %s of the total time: p50 %s.";
      Object[] parts = {
        model.label(row.name()),
        Figures.percent(row.count(), all),
        Figures.percent(row.total(), model.time()),
        row.whole().quantile(0.5)
      };
      found.add(
          new Finding(Rule.EXPENSIVE, Severity.NOTE, text, parts)
              .cost(row.total(), model.time())
              .count(row.count(), 1)
              .at(model, number, row.name(), model.example(number, one -> true)));
    }
  }
}
