package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Whether {@code compare} finds no change of a recording beside itself, and has the calls of whole
 * requests on each side.
 */
final class CompareCheck {
  private CompareCheck() {}

  static void check(Program program, JsonNode answer) {
    Map<String, List<Long>> right = new TreeMap<>();
    long requests = 0;
    for (Verdict verdict : Verdict.of(program)) {
      if (verdict.valid) {
        requests++;
        for (Call call : verdict.known) {
          long failed = call.failed ? 1 : 0;
          right.merge(
              call.operation,
              List.of(1L, failed, call.duration(), verdict.self(call)),
              CompareCheck::sum);
        }
      }
    }
    WholeCheck.check(program, answer.get("whole"));
    unchanged(answer);
    unchanged(answer.get("sameMix"));
    assertThat(answer.get("mixChanged").asBoolean()).isFalse();
    for (String side : List.of("before", "after")) {
      assertThat(answer.get(side).get("requests").asLong()).as("requests").isEqualTo(requests);
      Map<String, List<Long>> said = new TreeMap<>();
      for (JsonNode kind : answer.get("kinds")) {
        unchanged(kind);
        for (JsonNode operation : kind.get("operations")) {
          unchanged(operation);
          JsonNode figures = operation.get(side);
          said.merge(
              operation.get("operation").asText(),
              List.of(
                  figures.get("calls").asLong(),
                  figures.get("failed").asLong(),
                  figures.get("sum").asLong(),
                  figures.get("self").asLong()),
              CompareCheck::sum);
        }
      }
      assertThat(said).as("calls, failed, sum, self in requests").isEqualTo(right);
    }
  }

  private static List<Long> sum(List<Long> one, List<Long> other) {
    return List.of(
        one.get(0) + other.get(0),
        one.get(1) + other.get(1),
        one.get(2) + other.get(2),
        one.get(3) + other.get(3));
  }

  private static void unchanged(JsonNode change) {
    assertThat(change.get("result").asText()).isIn("no_change_found", "too_few");
  }
}
