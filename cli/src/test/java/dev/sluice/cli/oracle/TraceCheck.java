package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Whether {@code trace --json} says of each trace what happened in it. */
final class TraceCheck {
  private final Program program;
  private final List<Verdict> verdicts;

  TraceCheck(Program program) {
    this.program = program;
    verdicts = Verdict.of(program);
  }

  void check(JsonNode answer) {
    Map<String, JsonNode> said = new HashMap<>();
    for (JsonNode trace : answer.get("traces")) {
      String key = trace.get("producerId").asText() + " " + trace.get("id").asLong();
      assertThat(said.put(key, trace)).as("trace %s is there twice", key).isNull();
    }
    for (Verdict verdict : verdicts) {
      String key = String.format("%016x %d", verdict.producer.id, verdict.tree.id);
      JsonNode trace = said.remove(key);
      assertThat(trace).as("trace %s is not there", key).isNotNull();
      try {
        check(verdict, trace);
      } catch (AssertionError e) {
        throw new AssertionError(e.getMessage() + "\nin trace " + trace, e);
      }
    }
    assertThat(said).as("traces that never were").isEmpty();
  }

  /** Traces that were silent for longer may be cut, which each part says; all others may not. */
  void checkTimedOut(JsonNode answer, Duration timeout) {
    Map<String, List<JsonNode>> said = new HashMap<>();
    for (JsonNode trace : answer.get("traces")) {
      String key = trace.get("producerId").asText() + " " + trace.get("id").asLong();
      said.computeIfAbsent(key, absent -> new ArrayList<>()).add(trace);
    }
    for (Verdict verdict : verdicts) {
      String key = String.format("%016x %d", verdict.producer.id, verdict.tree.id);
      List<JsonNode> parts = said.get(key);
      assertThat(parts).as("trace %s is not there", key).isNotNull();
      boolean cut = parts.get(0).get("reasons").toString().contains("timed_out");
      if (parts.size() == 1 && !cut) {
        check(verdict, parts.get(0));
        continue;
      }
      assertThat(verdict.isSilent(timeout.toNanos())).as("trace %s was silent", key).isTrue();
      for (JsonNode part : parts) {
        assertThat(part.get("state").asText()).as("state of a part").isEqualTo("incomplete");
        assertThat(part.get("reasons").toString()).as("reasons of a part").contains("timed_out");
      }
    }
    assertThat(said).as("traces").hasSameSizeAs(verdicts);
  }

  private void check(Verdict verdict, JsonNode trace) {
    assertThat(trace.get("fault").isNull()).as("no contradiction").isTrue();
    assertThat(trace.get("state").asText())
        .as("state")
        .isEqualTo(verdict.valid ? "valid" : "incomplete");
    if (verdict.unproven()) {
      assertThat(trace.get("proven").asBoolean()).as("proven").isFalse();
    }
    if (verdict.producer.whole()) {
      assertThat(trace.get("proven").asBoolean()).as("proven").isEqualTo(verdict.valid);
    }
    reasons(verdict, trace);
    head(verdict, trace);
    calls(verdict, trace.get("calls"));
  }

  private static void reasons(Verdict verdict, JsonNode trace) {
    List<String> reasons = new ArrayList<>();
    trace.get("reasons").forEach(reason -> reasons.add(reason.asText()));
    if (verdict.valid) {
      assertThat(reasons).as("reasons").isEmpty();
      assertThat(trace.get("missing").asLong()).as("missing").isZero();
      return;
    }
    assertThat(reasons).as("reasons").isNotEmpty().isSubsetOf(verdict.possible());
    if (!verdict.lost().isEmpty()) {
      assertThat(reasons).as("reasons").containsAnyElementsOf(verdict.lost());
    }
    assertThat(trace.get("missing").asLong()).as("missing").isBetween(0L, verdict.missing());
  }

  private void head(Verdict verdict, JsonNode trace) {
    Call.Tree tree = verdict.tree;
    assertThat(trace.get("producer").asText(null)).isEqualTo(verdict.producer.name);
    if (verdict.announced) {
      assertThat(trace.get("thread").asLong()).as("thread").isEqualTo(tree.thread);
      if (tree.parent != null) {
        assertThat(trace.get("parentTrace").asLong()).as("parent").isEqualTo(tree.parent.id);
        assertThat(trace.get("parentOrder").asInt()).isEqualTo(tree.parentOrder);
        assertThat(trace.get("parentDepth").asInt()).isEqualTo(tree.parentDepth);
      }
    }
    assertThat(trace.has("parentTrace")).isEqualTo(verdict.announced && tree.parent != null);
    if (verdict.announced || !verdict.events) {
      assertThat(trace.get("session").asText(null)).as("session").isEqualTo(tree.session);
      assertThat(trace.get("host").asText(null)).as("host").isEqualTo(verdict.producer.host);
    }
    if (verdict.valid) {
      Call root = tree.calls.get(0);
      assertThat(trace.get("duration").asLong()).as("duration").isEqualTo(root.duration());
      if (!program.backwards) {
        assertThat(trace.get("begin").asLong()).as("begin").isEqualTo(root.begin);
      }
    }
  }

  private void calls(Verdict verdict, JsonNode calls) {
    List<Call> known = verdict.known;
    assertThat(calls.size()).as("calls").isEqualTo(known.size());
    boolean exact = !verdict.events || verdict.hasAll();
    for (int i = 0; i < known.size(); i++) {
      Call call = known.get(i);
      JsonNode said = calls.get(i);
      assertThat(said.get("operation").asText()).isEqualTo(call.operation);
      assertThat(said.get("begin").asLong()).isEqualTo(call.begin);
      if (!exact) {
        continue;
      }
      assertThat(said.get("order").asInt()).isEqualTo(call.order);
      assertThat(said.get("depth").asInt()).isEqualTo(call.depth);
      assertThat(said.get("finished").asBoolean()).isEqualTo(call.ended);
      assertThat(said.get("failed").asBoolean()).isEqualTo(call.failed);
      if (call.ended) {
        assertThat(said.get("duration").asLong()).isEqualTo(call.duration());
      }
      int caller = said.get("caller").asInt();
      if (verdict.valid) {
        assertThat(caller).as("caller").isEqualTo(call.caller == null ? -1 : call.caller.order);
        assertThat(said.get("self").asLong()).as("self").isEqualTo(verdict.self(call));
      } else if (caller >= 0 && !program.backwards) {
        assertThat(known.get(caller)).as("caller").isSameAs(call.caller);
      }
    }
  }
}
