package dev.sluice.tools.report;

import dev.sluice.analysis.requests.PathNode;
import dev.sluice.analysis.requests.PathNode.Mark;
import dev.sluice.analysis.requests.RequestFigures.Row;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceCounts;
import dev.sluice.analysis.traces.TraceState;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.tools.format.Instants;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.Verdict;
import dev.sluice.tools.report.Finding.Confidence;
import dev.sluice.tools.report.Finding.Rule;
import dev.sluice.tools.report.Finding.Severity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a reader of a recording should know first. For one thread. */
final class Findings {
  /** A tail is slow if the time of 99 of 100 is so many times that of half of them. */
  private static final double TAIL = 50;

  /** Requests beyond so many times p99 are outliers if they take that part of the time of all. */
  private static final double OUTLIERS = 10;

  private static final double OUTLIERS_PART = 0.05;
  private static final double LEAST_TAIL_NANOS = 1e6;

  /** Of fewer requests there is no distribution. */
  static final long FEWEST = 50;

  /** A kind that fails that often should be looked at. */
  private static final double FAILING = 0.02;

  private final ReportModel model;
  private final List<Finding> found = new ArrayList<>();
  private Set<List<Long>> paused = Set.of();
  private Growth growth;

  private Findings(ReportModel model) {
    this.model = model;
  }

  /** All, worst first. */
  static List<Finding> of(ReportModel model) {
    Findings findings = new Findings(model);
    findings.missing();
    return findings.all();
  }

  /** The same while it goes on, but for what is missing: that is of all that ran, not of a part. */
  static List<Finding> ofRunning(ReportModel model) {
    return new Findings(model).all();
  }

  private List<Finding> all() {
    growth = Growth.add(model, found);
    paused = Pauses.add(model, growth, found);
    warmUp();
    for (int row = 0; row < model.figures.rows().size(); row++) {
      row(row, model.figures.rows().get(row));
    }
    PathFindings.add(model, found);
    LockFindings.add(model, found);
    SwallowedFindings.add(model, found);
    MachineFindings.add(model, found);
    ColdStart.add(model, found);
    return FindingOrder.of(found);
  }

  private void missing() {
    TraceCounts counts = model.result.traces().counts();
    List<ProducerAudit> producers = model.audit.producers();
    // By producer: what one delivered twice must not make up for another's loss.
    long lost = producers.stream().mapToLong(Findings::lost).sum();
    long invalid = counts.traces() - counts.traces(TraceState.VALID);
    if (!model.audit.complete()) {
      Severity severity = lost > 0 || model.audit.damaged() > 0 ? Severity.ERROR : Severity.WARNING;
      long emitted = producers.stream().mapToLong(ProducerAudit::emitted).sum();
      String some = isAllKnown() ? "" : "At least ";
      String what =
          lost == 0
              ? "It is not known whether records are missing"
              : "%s%s of %s records are missing"
                  .formatted(some, Figures.count(lost), Figures.count(emitted));
      String why = Verdict.of(model.audit);
      String text = "%s (%s); %s of %s traces have holes, %s more may lack their last calls.";
      long all = counts.traces();
      found.add(
          new Finding(Rule.MISSING, severity, text, what, why, invalid, all, counts.unproven())
              .count(lost, Math.max(1, lost))
              .link("only", "incomplete"));
    } else if (invalid > 0) {
      String text = "%s of %s traces are not whole although no record was lost.";
      found.add(
          new Finding(Rule.MISSING, Severity.NOTE, text, invalid, counts.traces())
              .link("only", "incomplete"));
    }
    if (counts.backwards() > 0) {
      String text = "%s calls ended before they began: the clock went backwards; they count as 0.";
      found.add(
          new Finding(Rule.MISSING, Severity.WARNING, text, counts.backwards())
              .count(counts.backwards(), 1));
    }
  }

  /** Records of a producer that its headers tell and that did not come. */
  static long lost(ProducerAudit one) {
    return Math.max(0, one.emitted() - one.delivered());
  }

  /** Whether the headers tell all records that were emitted. */
  private boolean isAllKnown() {
    return model.audit.forgotten() == 0
        && model.audit.producers().stream().allMatch(ProducerAudit::ended);
  }

  private void warmUp() {
    if (model.figures != model.whole) {
      long requests = model.leftOut();
      double nanos = model.figures.from() - model.begin;
      String text =
          "The first %s are a warm-up: its %s requests take longer than later ones and are left out of the figures.";
      found.add(
          new Finding(Rule.WARM_UP, Severity.NOTE, text, nanos, requests)
              .sure(Confidence.LIKELY)
              .count(requests, 1)
              .link("t0", 0)
              .link("t1", model.micros(model.figures.from())));
    }
  }

  private void row(int number, Row row) {
    if (ReportModel.isOperation(row)) {
      if (row.failed() > 0) {
        failing(number, row);
      }
      if (row.whole().calls() >= FEWEST) {
        tail(number, row);
      }
    }
  }

  private void failing(int number, Row row) {
    Map<String, Long> origins = new HashMap<>();
    for (PathNode node : model.paths.all(number)) {
      origins.merge(node.operation(), node.mark(Mark.ORIGIN), Long::sum);
    }
    String origin = most(origins, row.name());
    RequestHeat heat = model.collected.cells;
    long first =
        heat.cells().entrySet().stream()
            .filter(cell -> cell.getValue().failed > 0)
            .filter(cell -> model.rowOf[cell.getKey().kind()] == number)
            .mapToLong(cell -> cell.getKey().slot() * heat.width())
            .min()
            .orElse(model.begin);
    boolean late = first - model.begin > (model.end - model.begin) / 5 && row.failed() >= 10;
    Severity severity = row.failed() >= FAILING * row.count() ? Severity.WARNING : Severity.NOTE;
    String text = "%s of %s requests of %s failed (%s)%s%s.";
    String part = Figures.percent(row.failed(), row.count());
    String where = origin.equals(row.name()) ? "" : "; most begin in " + model.label(origin);
    String when = late ? ", none before " + Instants.millis(first) : "";
    String name = model.label(row.name());
    found.add(
        new Finding(
                Rule.FAILING, severity, text, row.failed(), row.count(), name, part, where, when)
            .count(row.failed(), 1)
            .failing((double) row.failed() / row.count())
            .link("only", "failed")
            .at(model, number, origin, model.example(number, Collected::isFailed)));
  }

  /** The name with the largest number; a name for none. */
  private static String most(Map<String, Long> numbers, String none) {
    return numbers.entrySet().stream()
        .filter(entry -> entry.getValue() > 0)
        .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .orElse(none);
  }

  private void tail(int number, Row row) {
    double p50 = row.whole().quantile(0.5);
    double p99 = row.whole().quantile(0.99);
    boolean isLong = p99 > TAIL * p50 && p99 >= LEAST_TAIL_NANOS;
    double least = isLong ? TAIL * p50 : OUTLIERS * p99;
    long count = 0;
    double time = 0;
    for (Map.Entry<RequestHeat.At, RequestHeat.Cell> cell :
        model.collected.cells.cells().entrySet()) {
      Trace slowest = cell.getValue().slowest;
      boolean isOf = model.rowOf[cell.getKey().kind()] == number && slowest.duration() >= least;
      if (isOf && isUnexplained(slowest)) {
        double middle = Math.pow(2, (cell.getKey().level() + 0.5) / 2);
        count += cell.getValue().count;
        time += cell.getValue().count * Math.min(slowest.duration(), middle);
      }
    }
    if (count == 0 || time < (isLong ? 0 : OUTLIERS_PART * row.total())) {
      return;
    }
    Map<String, Long> selves = selves(number, least);
    String most = most(selves, row.name());
    long all = selves.values().stream().mapToLong(self -> self).sum();
    String text =
        "%s of %s requests of %s took %s or more (p50 %s, p99 %s), about %s of its time; %s of the slowest is in %s itself.";
    String part = Figures.percent(Math.min(time, row.total()), row.total());
    String own = Figures.percent(selves.getOrDefault(most, 0L), all);
    Object[] parts = {
      count, row.count(), model.label(row.name()), least, p50, p99, part, own, model.label(most)
    };
    found.add(
        new Finding(Rule.SLOW_TAIL, Severity.WARNING, text, parts)
            .cost(time, model.figures.all().total())
            .count(count, 1)
            .at(model, number, most, model.example(number, one -> one.duration() >= least)));
  }

  /** Self times of the shown requests of a row that took so long, by operation. */
  private Map<String, Long> selves(int number, double least) {
    Map<String, Long> selves = new HashMap<>();
    for (Trace trace : model.traces()) {
      boolean isOf = model.row(trace) == number && trace.duration() >= least;
      for (int i = 0; isOf && i < trace.size(); i++) {
        selves.merge(trace.signature(i), trace.self(i), Long::sum);
      }
    }
    return selves;
  }

  /** Whether neither a warm-up, nor a pause, nor a step tells why it was slow. */
  private boolean isUnexplained(Trace trace) {
    boolean isStep = growth.isStep(trace) && trace.duration() < OUTLIERS * growth.usual(trace);
    return model.counts(trace) && !isStep && !paused.contains(Pauses.key(trace));
  }
}
