package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.chunk.Ids;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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
      String key = trace.get("producerId").asText() + " " + Ids.parse(trace.get("id").asText());
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

  private static Map<String, List<JsonNode>> parts(JsonNode answer) {
    Map<String, List<JsonNode>> said = new HashMap<>();
    for (JsonNode trace : answer.get("traces")) {
      String key = trace.get("producerId").asText() + " " + Ids.parse(trace.get("id").asText());
      said.computeIfAbsent(key, absent -> new ArrayList<>()).add(trace);
    }
    return said;
  }

  /**
   * Chunks that come behind others that are later by the time-out may be given up: a trace that
   * lacks some says so, what came later is another part of it, and nothing of it is proven. Of
   * events no more is asked, and nothing where executions that come late tell the same.
   */
  void checkGivenUp(JsonNode answer, Duration timeout) {
    Map<String, List<JsonNode>> said = parts(answer);
    for (Verdict verdict : verdicts) {
      String key = String.format("%016x %d", verdict.producer.id, verdict.tree.id);
      List<JsonNode> parts = said.remove(key);
      assertThat(parts).as("trace %s is not there", key).isNotNull();
      try {
        if (parts.size() == 1 && !isPart(parts.get(0))) {
          check(verdict, parts.get(0), false);
        } else if (!isTwice(verdict.producer)) {
          checkParts(verdict, parts, timeout);
        }
      } catch (AssertionError e) {
        throw new AssertionError(e.getMessage() + "\nin trace " + parts, e);
      }
    }
    for (Producer producer : program.producers) {
      if (isTwice(producer)) {
        said.keySet().removeIf(key -> key.startsWith(String.format("%016x ", producer.id)));
      }
    }
    assertThat(said).as("traces that never were").isEmpty();
  }

  private static boolean isTwice(Producer producer) {
    return producer.has(Producer.Probe.EVENTS) && producer.has(Producer.Probe.EXECUTION);
  }

  private static void checkParts(Verdict verdict, List<JsonNode> parts, Duration timeout) {
    if (!verdict.possible().contains("gap") && !verdict.possible().contains("before_start")) {
      assertThat(verdict.producer.lasted()).as("time").isGreaterThan(timeout.toNanos());
    }
    Map<Integer, JsonNode> calls = new HashMap<>();
    for (JsonNode part : parts) {
      assertThat(part.get("proven").asBoolean()).as("proven").isFalse();
      assertThat(part.get("fault").isNull()).as("no contradiction").isTrue();
      if (part.get("state").asText().equals("incomplete")) {
        assertThat(isPart(part)).as("reasons %s", part.get("reasons")).isTrue();
      }
      if (!verdict.events) {
        part.get("calls")
            .forEach(call -> assertThat(calls.put(call.get("order").asInt(), call)).isNull());
      }
    }
    if (verdict.events) {
      return;
    }
    assertThat(calls).as("calls").hasSameSizeAs(verdict.known);
    for (Call call : verdict.known) {
      JsonNode one = calls.get(call.order);
      assertThat(one.get("operation").asText()).isEqualTo(call.operation);
      assertThat(one.get("begin").asLong()).as("begin").isEqualTo(call.begin);
      assertThat(one.get("duration").asLong()).as("duration").isEqualTo(call.duration());
    }
  }

  /** Whether it is said to lack what came too late for it. */
  private static boolean isPart(JsonNode trace) {
    String reasons = trace.get("reasons").toString();
    return Stream.of("gap", "before_start", "timed_out").anyMatch(reasons::contains);
  }

  /** Traces that were silent for longer may be cut, which each part says; all others may not. */
  void checkTimedOut(JsonNode answer, Duration timeout) {
    Map<String, List<JsonNode>> said = parts(answer);
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
    check(verdict, trace, true);
  }

  /**
   * Compares a trace.
   *
   * @param inTime whether no chunk was given up: then what lost nothing is proven, and announced
   */
  private void check(Verdict verdict, JsonNode trace, boolean inTime) {
    assertThat(trace.get("fault").isNull()).as("no contradiction").isTrue();
    assertThat(trace.get("state").asText())
        .as("state")
        .isEqualTo(verdict.valid ? "valid" : "incomplete");
    if (verdict.unproven()) {
      assertThat(trace.get("proven").asBoolean()).as("proven").isFalse();
    }
    if (verdict.producer.whole() && inTime) {
      assertThat(trace.get("proven").asBoolean()).as("proven").isEqualTo(verdict.valid);
    }
    reasons(verdict, trace);
    head(verdict, trace, verdict.announced && (inTime || trace.has("thread")));
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

  private void head(Verdict verdict, JsonNode trace, boolean announced) {
    Call.Tree tree = verdict.tree;
    assertThat(trace.get("producer").asText(null)).isEqualTo(verdict.producer.name);
    if (announced) {
      assertThat(trace.get("thread").asLong()).as("thread").isEqualTo(tree.thread);
      if (tree.parent != null) {
        assertThat(trace.get("parentTrace").asText())
            .as("parent")
            .isEqualTo(Ids.print(tree.parent.id));
        assertThat(trace.get("parentOrder").asInt()).isEqualTo(tree.parentOrder);
        assertThat(trace.get("parentDepth").asInt()).isEqualTo(tree.parentDepth);
      }
    }
    assertThat(trace.has("parentTrace")).isEqualTo(announced && tree.parent != null);
    if (announced || !verdict.events) {
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
