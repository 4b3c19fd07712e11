package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Whether {@code top --json} has the figures of each operation. */
final class TopCheck {
  private final Program program;
  private final Truth truth;

  TopCheck(Program program) {
    this.program = program;
    truth = new Truth(program);
  }

  void check(JsonNode answer) {
    Map<String, JsonNode> said = new HashMap<>();
    for (JsonNode operation : answer.get("operations")) {
      said.put(operation.get("operation").asText(), operation);
    }
    assertThat(said.keySet()).as("operations").isEqualTo(truth.operations.keySet());
    truth.operations.forEach((name, of) -> check(name, of, said.get(name)));
    counts(answer.get("counts"));
    assertThat(answer.get("complete").asBoolean())
        .as("complete")
        .isEqualTo(program.producers.stream().allMatch(Producer::whole));
  }

  private static void check(String name, Truth.Operation of, JsonNode said) {
    try {
      long calls = said.get("calls").asLong();
      if (of.vague) {
        assertThat(calls).as("calls").isBetween(of.leastCalls, of.mostCalls);
        return;
      }
      if (of.open > 0) {
        assertThat(calls + said.get("unfinished").asLong())
            .as("calls")
            .isEqualTo(of.durations.size() + of.unfinished + of.open);
        return;
      }
      assertThat(calls).as("calls").isEqualTo(of.durations.size());
      equal(said, "failed", of.failed);
      equal(said, "unfinished", of.unfinished);
      equal(said, "placed", of.placed);
      equal(said, "uncertain", of.uncertain);
      assertThat(said.get("self").asLong()).as("self").isBetween(of.leastSelf, of.mostSelf);
      times(of, said);
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\nof " + name + " in " + said, e);
    }
  }

  private static void times(Truth.Operation of, JsonNode said) {
    equal(said, "total", of.total());
    List<Long> sorted = of.sorted();
    if (sorted.isEmpty()) {
      return;
    }
    equal(said, "min", sorted.get(0));
    equal(said, "max", sorted.get(sorted.size() - 1));
    assertThat(said.get("mean").asDouble()).isEqualTo((double) of.total() / sorted.size());
    assertThat(said.get("p50").isNull()).isEqualTo(of.unmeasured == sorted.size());
    if (of.unmeasured > 0) {
      return;
    }
    quantile(sorted, 0.5, said.get("p50").asLong());
    quantile(sorted, 0.9, said.get("p90").asLong());
    quantile(sorted, 0.99, said.get("p99").asLong());
    quantile(sorted, 0.999, said.get("p999").asLong());
  }

  /** Checks a quantile, which is at most 0.8 % wrong. */
  static void quantile(List<Long> sorted, double part, long said) {
    long right = sorted.get(Math.max(0, (int) Math.ceil(part * sorted.size()) - 1));
    assertThat(said)
        .as("quantile %s", part)
        .isBetween((long) (right * 0.992), (long) Math.ceil(right * 1.008));
  }

  private static void equal(JsonNode said, String field, long right) {
    assertThat(said.get(field).asLong()).as(field).isEqualTo(right);
  }

  private void counts(JsonNode counts) {
    List<Verdict> verdicts = Verdict.of(program);
    long valid = verdicts.stream().filter(verdict -> verdict.valid).count();
    equal(counts, "valid", valid);
    equal(counts, "incomplete", verdicts.size() - valid);
    equal(counts, "broken", 0);
    long came =
        program.producers.stream()
            .flatMap(producer -> producer.emitted.stream())
            .filter(Emission::came)
            .count();
    equal(counts, "records", came);
    if (program.producers.stream().allMatch(Producer::whole)) {
      equal(counts, "unproven", 0);
      boolean once = program.producers.stream().allMatch(one -> one.probes.size() == 1);
      // What is known of a trace may be that it works for a call.
      long unused = counts.get("unused").asLong() - Remotes.alone(program);
      assertThat(unused == 0 || !once).as("unused").isTrue();
    }
  }
}
