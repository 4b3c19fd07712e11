package dev.sluice.tools.report;

import dev.sluice.analysis.operations.Signature;
import dev.sluice.analysis.requests.RequestFigures.Row;
import dev.sluice.analysis.resources.LockWaits.Place;
import dev.sluice.analysis.resources.LockWaits.Wait;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.report.Finding.Confidence;
import dev.sluice.tools.report.Finding.Rule;
import dev.sluice.tools.report.Finding.Severity;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Finds methods in which threads wait long for a lock. */
final class LockFindings {
  private static final long MIN_NANOS = 50_000_000;

  /** Part of the time of all requests from which waits in one place matter. */
  private static final double MIN_PART = 0.01;

  private LockFindings() {}

  /** Adds a finding for each lock and method. */
  static void add(ReportModel model, List<Finding> found) {
    Map<List<String>, Map<String, Wait>> places = new HashMap<>(); // waits by owner
    model
        .result
        .lines()
        .waits()
        .all()
        .forEach(
            (place, wait) ->
                places
                    .computeIfAbsent(
                        List.of(place.lock(), place.method()), absent -> new HashMap<>())
                    .put(place.owner(), wait));
    double all = model.whole.all().total();
    places.forEach(
        (at, byOwner) -> {
          Wait wait = byOwner.values().stream().reduce(Wait::with).orElseThrow();
          String owner =
              Collections.max(byOwner.keySet(), Comparator.comparing(o -> byOwner.get(o).nanos()));
          if (wait.nanos() >= MIN_NANOS && wait.nanos() >= MIN_PART * all) {
            found.add(finding(model, new Place(at.get(0), at.get(1), owner), wait, all));
          }
        });
  }

  private static Finding finding(ReportModel model, Place of, Wait wait, double all) {
    String operation = operation(model, of.method());
    String method = operation == null ? brief(of.method()) : model.label(operation);
    String text =
        "Threads wait %s for a lock%s in %s: %s, the longest %s%s. Shorter waits, and waits of"
            + " virtual threads for monitors, are not recorded.";
    Object[] parts = {
      (double) wait.nanos(),
      of.lock().isEmpty() ? "" : " of class " + Signature.simple(of.lock()),
      method.isEmpty() ? "a method of the JDK" : method,
      Figures.count(wait.count(), "wait"),
      (double) wait.longest(),
      of.owner().isEmpty() ? "" : "; it was held by " + of.owner()
    };
    Finding finding =
        new Finding(Rule.LOCK, Severity.WARNING, text, parts)
            .cost(wait.nanos(), all)
            .sure(operation == null ? Confidence.LIKELY : Confidence.CERTAIN)
            .count(wait.count(), 1);
    return operation == null ? finding : at(model, operation, finding);
  }

  private static String brief(String method) {
    int name = Math.max(0, method.lastIndexOf('.'));
    return Signature.simple(method.substring(0, name)) + method.substring(name);
  }

  /** Returns the recorded operation that is this method; null if there is none. */
  private static String operation(ReportModel model, String method) {
    return model.whole.rows().stream()
        .flatMap(row -> row.operations().keySet().stream())
        .filter(one -> method.equals(Signature.type(one) + "." + Signature.method(one)))
        .findFirst()
        .orElse(null);
  }

  /** Adds the kind of request that spends most time in the operation, and its example. */
  private static Finding at(ReportModel model, String operation, Finding finding) {
    List<Row> rows = model.whole.rows();
    int most =
        IntStream.range(0, rows.size())
            .filter(row -> rows.get(row).operations().containsKey(operation))
            .boxed()
            .max(Comparator.comparing(row -> rows.get(row).operations().get(operation).self()))
            .orElseThrow();
    return finding.at(
        model, most, operation, model.example(most, one -> ReportModel.calls(one, operation)));
  }
}
