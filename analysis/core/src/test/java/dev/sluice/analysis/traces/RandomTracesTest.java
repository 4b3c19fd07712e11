package dev.sluice.analysis.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
      if (!trace.fromEvents() && trace.parent(i) >= 0) {
        int caller = random.callers.get(trace.id()).get(trace.order(i));
        assertThat(trace.order(trace.parent(i))).as(what).isEqualTo(caller);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"false, 2, 64", "false, 3, 128", "true, 2, 64"})
  void with_too_little_room_no_record_is_forgotten(boolean events, int traces, int records) {
    TraceLimits tight =
        new TraceLimits(traces, records, 3, 1, Duration.ofNanos(300), Duration.ofNanos(300));
    for (int seed = 1; seed <= PROGRAMS; seed++) {
      RandomTraces random = new RandomTraces(seed, events, 0.01, 0.1);
      TestProgram.Result result = random.run(1_500, false).reconstruct(tight);
      assertThat(result.counts().records()).isEqualTo(random.written());
      assertThat(result.counts().traces(TraceState.INCOMPLETE)).isPositive();
    }
  }

  @ParameterizedTest(name = "drops {1}, gaps {2}, killed {3}, events {0}")
  @CsvSource({
    "false, 0, 0, false",
    "false, 0.03, 0, false",
    "false, 0.02, 0.2, true",
    "true, 0.03, 0.2, false"
  })
  void the_order_of_chunks_does_not_matter(
      boolean events, double drops, double gaps, boolean killed) {
    for (int seed = 1; seed <= PROGRAMS; seed++) {
      List<TestProgram.TestChunk> chunks =
          new RandomTraces(seed, events, drops, gaps).run(1_500, killed).chunks();
      TestProgram.Result expected = TestProgram.reconstruct(chunks, TraceLimits.DEFAULT);
      TestProgram.Result moved = TestProgram.reconstruct(moved(chunks, seed), TraceLimits.DEFAULT);
      assertThat(lines(moved)).isEqualTo(lines(expected));
      assertThat(moved.counts()).usingRecursiveComparison().isEqualTo(expected.counts());
    }
  }

  /** Each chunk up to eight places away from its own. */
  private static List<TestProgram.TestChunk> moved(List<TestProgram.TestChunk> chunks, int seed) {
    Random random = new Random(seed);
    Map<TestProgram.TestChunk, Double> places = new IdentityHashMap<>();
    for (int i = 0; i < chunks.size(); i++) {
      places.put(chunks.get(i), i + 8 * random.nextDouble());
    }
    return chunks.stream().sorted(Comparator.comparing(places::get)).toList();
  }

  /** All that is told of traces, in the order in which they were closed. */
  private static List<String> lines(TestProgram.Result result) {
    return result.traces().stream()
        .map(
            trace -> {
              StringBuilder line = new StringBuilder(trace.id() + " " + trace.state());
              line.append(trace.reasons()).append(trace.dropCauses()).append(trace.isProven());
              line.append(trace.missing()).append(' ').append(trace.duration());
              for (int i = 0; i < trace.size(); i++) {
                line.append(' ').append(trace.order(i)).append(trace.signature(i));
                line.append(trace.parent(i)).append(trace.unfinished(i)).append(trace.self(i));
              }
              return line.toString();
            })
        .toList();
  }
}
