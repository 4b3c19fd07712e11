package dev.sluice.analysis.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whatever is lost of random call trees: all records are accounted for, and no verdict is wrong.
 */
class RandomTracesTest {
  private static final int PROGRAMS = 30;

  @ParameterizedTest(name = "drops {1}, gaps {2}, killed {3}, events {0}")
  @CsvSource({
    "false, 0, 0, false",
    "false, 0.03, 0, false",
    "false, 0, 0.3, false",
    "false, 0.02, 0.2, true",
    "true, 0, 0, false",
    "true, 0.03, 0, false",
    "true, 0, 0.3, true"
  })
  void every_record_and_every_verdict_adds_up(
      boolean events, double drops, double gaps, boolean killed) {
    for (int seed = 1; seed <= PROGRAMS; seed++) {
      RandomTraces random = new RandomTraces(seed, events, drops, gaps);
      TestProgram.Result result = random.run(1_500, killed).reconstruct();
      assertThat(result.counts().records()).isEqualTo(random.written());
      long records = 0;
      for (Trace trace : result.traces()) {
        records += trace.records();
        check(trace, random, killed);
      }
      assertThat(records).isEqualTo(random.written());
    }
  }

  private static void check(Trace trace, RandomTraces random, boolean killed) {
    Set<Integer> lost = random.lost.getOrDefault(trace.id(), Set.of());
    boolean ended = random.ended.contains(trace.id());
    String what = "trace " + trace.id() + " " + trace.state() + " " + trace.reasons();
    assertThat(trace.fault()).as(what).isNull();
    if (lost.isEmpty() && ended) {
      assertThat(trace.state()).as(what).isEqualTo(TraceState.VALID);
      Map<Integer, Integer> callers = random.callers.get(trace.id());
      assertThat(trace.size()).isEqualTo(callers.size());
      for (int i = 0; i < trace.size(); i++) {
        assertThat(trace.parent(i)).isEqualTo(callers.get(i));
      }
    } else if (trace.state() == TraceState.VALID) {
      // Of executions the last ones may be missing without a hole; it is not proven then.
      assertThat(trace.isProven()).as(what).isFalse();
      assertThat(lost).allMatch(order -> order >= trace.size());
    } else {
      assertThat(trace.reasons()).as(what).isNotEmpty();
      if (lost.isEmpty() && random.lost.isEmpty()) {
        assertThat(trace.reasons()).containsExactly(killed ? Reason.NO_END : Reason.RUNNING);
      }
    }
    for (int i = 0; i < trace.size(); i++) {
      int caller = random.callers.get(trace.id()).get(trace.order(i));
      if (!trace.fromEvents() && trace.parent(i) >= 0) {
        assertThat(trace.order(trace.parent(i))).as(what).isEqualTo(caller);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"false, 2, 64", "false, 3, 128", "true, 2, 64"})
  void with_too_little_room_no_record_is_forgotten(boolean events, int traces, int records) {
    TraceLimits tight = new TraceLimits(traces, records, 16, 3, 1, Duration.ofNanos(300));
    for (int seed = 1; seed <= PROGRAMS; seed++) {
      RandomTraces random = new RandomTraces(seed, events, 0.01, 0.1);
      TestProgram.Result result = random.run(1_500, false).reconstruct(tight);
      assertThat(result.counts().records()).isEqualTo(random.written());
      assertThat(result.counts().traces(TraceState.INCOMPLETE)).isPositive();
    }
  }
}
