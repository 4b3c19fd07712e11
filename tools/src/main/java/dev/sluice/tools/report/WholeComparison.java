package dev.sluice.tools.report;

import dev.sluice.analysis.requests.RequestComparison;
import dev.sluice.analysis.requests.RequestComparison.KindChange;
import dev.sluice.analysis.requests.WholeRequests;
import dev.sluice.tools.recordings.JsonObject;
import java.util.List;

/**
 * Comparison of requests through several programs, by program.
 *
 * @param before those of the first recording
 * @param after those of the second
 * @param comparison of both, with programs in place of operations
 */
public record WholeComparison(
    WholeRequests before, WholeRequests after, RequestComparison comparison) {
  /** Comparisons of two recordings: of the requests of each program, and of whole ones. */
  public static final int FAMILIES = 2;

  /** Null if one of both has no such request. */
  public static WholeComparison of(
      ComparedRequests one, ComparedRequests other, boolean keepWarmUp) {
    WholeRequests before = WholeRequests.of(one.through);
    WholeRequests after = WholeRequests.of(other.through);
    return before.requests() == 0 || after.requests() == 0
        ? null
        : new WholeComparison(
            before,
            after,
            RequestComparison.of(before.figures(), after.figures(), keepWarmUp, FAMILIES));
  }

  JsonObject json() {
    List<JsonObject> kinds = comparison.kinds().stream().map(WholeComparison::json).toList();
    return JsonObject.of("before", side(before), "after", side(after))
        .putAll(CompareJson.result(comparison))
        .put("kinds", kinds);
  }

  private static JsonObject side(WholeRequests of) {
    return JsonObject.of("requests", of.requests(), "incomplete", of.incomplete(), "of", of.each());
  }

  private static JsonObject json(KindChange kind) {
    return CompareJson.kind(kind)
        .put("programs", CompareJson.changes("program", kind.operations(), true));
  }
}
