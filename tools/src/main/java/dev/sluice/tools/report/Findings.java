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

/** Rules that find what a reader of a recording should know first. For one thread. */
final class Findings {
  /** Minimum number of requests for statements about a distribution. */
  static final long MIN_REQUESTS = 50;

  /** A kind that fails that often should be looked at. */
  private static final double FAILING = 0.02;

  /** Minimum number of failures of a warning: fewer may be chance. */
  private static final double MIN_FAILURES = 5;

  /** Part of the requests of a kind from which failures are a warning, whatever their number. */
  private static final double MIN_WARNING_PART = 0.1;

  /** Rules of slow requests, which a full machine may cause, too. */
  private static final Set<Rule> SLOW =
      Set.of(Rule.PAUSE, Rule.SLOW_TAIL, Rule.BIMODAL, Rule.GROWTH);

  private final ReportModel model;
  private final List<Finding> found = new ArrayList<>();

  private Findings(ReportModel model) {
    this.model = model;
  }

  /** Returns all, worst first. */
  static List<Finding> of(ReportModel model) {
    Findings findings = new Findings(model);
    findings.missing();
    return findings.all();
  }

  /**
   * Returns the findings of a running recording, without missing records, which are not known for a
   * part of the time.
   */
  static List<Finding> ofRunning(ReportModel model) {
    return new Findings(model).all();
  }

  private List<Finding> all() {
    Growth growth = Growth.add(model, found);
    List<Trace> paused = Pauses.add(model, growth, found);
    warmUp();
    PathFindings.add(model, found);
    LockFindings.add(model, found);
    SwallowedFindings.add(model, found);
    MachineFindings.add(model, found);
    ColdStart.add(model, found);
    Tails tails = new Tails(model, growth, paused, found);
    for (int number = 0; number < model.figures.rows().size(); number++) {
      Row row = model.figures.rows().get(number);
      if (ReportModel.isOperation(row)) {
        failing(number, row);
        tails.add(number, row);
      }
    }
    if (found.stream().anyMatch(one -> one.rule() == Rule.FULL)) {
      // What waits for a processor is slow for no reason of its own.
      found.stream().filter(one -> SLOW.contains(one.rule())).forEach(Finding::doubt);
    }
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
              : "%s%s of %s are missing"
                  .formatted(some, Figures.count(lost), Figures.count(emitted, "record"));
      String why = Verdict.of(model.audit);
      String text = "%s (%s); %s of %s are incomplete, %s more may lack their last calls.";
      String all = Figures.count(counts.traces(), "trace");
      found.add(
          new Finding(Rule.MISSING, severity, text, what, why, invalid, all, counts.unproven())
              .count(lost, Math.max(1, lost))
              .link("only", "incomplete"));
    } else if (invalid > 0) {
      String text = "%s of %s are not whole although no record was lost.";
      found.add(
          new Finding(
                  Rule.MISSING,
                  Severity.NOTE,
                  text,
                  invalid,
                  Figures.count(counts.traces(), "trace"))
              .link("only", "incomplete"));
    }
    if (counts.backwards() > 0) {
      String text =
          "%s ended before the begin, because the clock went backwards; the duration counts as 0.";
      found.add(
          new Finding(
                  Rule.MISSING, Severity.WARNING, text, Figures.count(counts.backwards(), "call"))
              .count(counts.backwards(), 1));
    }
  }

  /** Returns the number of records that a producer's headers count and that did not arrive. */
  static long lost(ProducerAudit one) {
    return Math.max(0, one.emitted() - one.delivered());
  }

  /** Returns whether headers count all records that were emitted. */
  private boolean isAllKnown() {
    return model.audit.forgotten() == 0
        && model.audit.producers().stream().allMatch(ProducerAudit::ended);
  }

  private void warmUp() {
    if (model.figures != model.whole) {
      long requests = model.leftOut();
      double nanos = model.figures.from() - model.begin;
      String text =
          "The first %s are a warm-up: %s requests that take longer than later ones are left out of the figures.";
      found.add(
          new Finding(Rule.WARM_UP, Severity.NOTE, text, nanos, requests)
              .sure(Confidence.LIKELY)
              .count(requests, 1)
              .link("t0", 0)
              .link("t1", model.micros(model.figures.from())));
    }
  }

  private void failing(int number, Row row) {
    if (row.failed() == 0) {
      return;
    }
    Map<String, Long> origins = new HashMap<>();
    for (PathNode node : model.paths.all(number)) {
      origins.merge(node.operation(), node.mark(Mark.ORIGIN), Long::sum);
    }
    String origin = most(origins, row.name());
    long first = first(number, 1);
    boolean late = first - first(number, 0) > (model.end - model.begin) / 5 && row.failed() >= 10;
    double least =
        Math.max(FAILING * row.count(), Math.min(MIN_FAILURES, MIN_WARNING_PART * row.count()));
    Severity severity = row.failed() >= least ? Severity.WARNING : Severity.NOTE;
    String text = "%s of %s of %s failed (%s)%s%s.";
    String part = Figures.percent(row.failed(), row.count());
    String all = Figures.count(row.count(), "request");
    String where =
        origin.equals(row.name()) ? "" : "; most failures begin in " + model.label(origin);
    String when = late ? ", none before " + Instants.millis(first) : "";
    String name = model.label(row.name());
    found.add(
        new Finding(Rule.FAILING, severity, text, row.failed(), all, name, part, where, when)
            .count(row.failed(), 1)
            .failing((double) row.failed() / row.count())
            .link("only", "failed")
            .at(model, number, origin, model.example(number, Collected::isFailed)));
  }

  /** Returns about when the first request of a row began in whose cell that many failed. */
  private long first(int number, int failed) {
    RequestHeat heat = model.collected.cells;
    return heat.cells().entrySet().stream()
        .filter(cell -> cell.getValue().failed >= failed)
        .filter(cell -> model.rowOf[cell.getKey().kind()] == number)
        .mapToLong(cell -> cell.getKey().slot() * heat.width())
        .min()
        .orElse(model.begin);
  }

  /** Returns the name with the largest number; a name for none. */
  private static String most(Map<String, Long> numbers, String none) {
    return numbers.entrySet().stream()
        .filter(entry -> entry.getValue() > 0)
        .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .orElse(none);
  }
}
