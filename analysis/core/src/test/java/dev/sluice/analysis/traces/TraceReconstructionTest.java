package dev.sluice.analysis.traces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.DropCause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceReconstructionTest {
  private static final TraceLimits SMALL =
      new TraceLimits(4, 64, 16, 2, Duration.ofNanos(1000), Duration.ofNanos(1000));

  /** A calls B, which calls C, and D. */
  private static TestProgram whole(TestProgram program, long trace, long time) {
    return program
        .execution(trace, "x.C.c()", time + 20, time + 30, 2, 2)
        .execution(trace, "x.B.b()", time + 10, time + 40, 1, 1)
        .failedExecution(trace, "x.D.d()", time + 50, time + 60, 3, 1)
        .execution(trace, "x.A.a()", time, time + 100, 0, 0);
  }

  @Test
  void order_and_depth_rebuild_the_call_tree() {
    Trace trace = whole(new TestProgram(1), 7, 1000).end().reconstruct().only();
    assertThat(trace.state()).isEqualTo(TraceState.VALID);
    assertThat(trace.isProven()).isTrue();
    assertThat(names(trace)).containsExactly("x.A.a()", "x.B.b()", "x.C.c()", "x.D.d()");
    assertThat(parents(trace)).containsExactly(-1, 0, 1, 0);
    assertThat(selfs(trace)).containsExactly(60L, 20L, 10L, 10L);
    assertThat(trace.failed(3)).isTrue();
    assertThat(trace.failed(0)).isFalse();
    assertThat(trace.duration()).isEqualTo(100);
    assertThat(trace.id()).isEqualTo(7);
    assertThat(trace.producerName()).isEqualTo("program 1");
    assertThat(trace.session()).isEqualTo("s");
    assertThat(trace.host()).isEqualTo("host");
    assertThat(trace.reasons()).isEmpty();
  }

  private static List<String> names(Trace trace) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < trace.size(); i++) {
      names.add(trace.signature(i));
    }
    return names;
  }

  private static List<Integer> parents(Trace trace) {
    List<Integer> parents = new ArrayList<>();
    for (int i = 0; i < trace.size(); i++) {
      parents.add(trace.parent(i));
    }
    return parents;
  }

  private static List<Long> selfs(Trace trace) {
    List<Long> selfs = new ArrayList<>();
    for (int i = 0; i < trace.size(); i++) {
      selfs.add(trace.self(i));
    }
    return selfs;
  }

  @Test
  void traces_of_two_producers_with_the_same_id_stay_apart() {
    TestProgram one = new TestProgram(1).execution(7, "x.B.b()", 10, 20, 1, 1).chunk();
    TestProgram other = new TestProgram(2).execution(7, "y.B.b()", 10, 20, 1, 1).chunk();
    one.execution(7, "x.A.a()", 0, 30, 0, 0).end();
    other.execution(7, "y.A.a()", 0, 30, 0, 0).end();
    List<TestProgram.TestChunk> mixed = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      mixed.add(one.chunks().get(i));
      mixed.add(other.chunks().get(i));
    }
    TestProgram.Result result = TestProgram.reconstruct(mixed, TraceLimits.DEFAULT);
    assertThat(result.counts().traces(TraceState.VALID)).isEqualTo(2);
    assertThat(names(result.traces().get(0))).containsExactly("x.A.a()", "x.B.b()");
    assertThat(names(result.traces().get(1))).containsExactly("y.A.a()", "y.B.b()");
  }

  @Test
  void a_dropped_record_leaves_an_incomplete_trace_that_names_the_cause() {
    Trace trace =
        new TestProgram(1)
            .execution(7, "x.B.b()", 10, 20, 1, 1)
            .drop(DropCause.RING_FULL, 1)
            .execution(7, "x.D.d()", 50, 60, 3, 1)
            .execution(7, "x.A.a()", 0, 100, 0, 0)
            .end()
            .reconstruct()
            .only();
    assertThat(trace.state()).isEqualTo(TraceState.INCOMPLETE);
    assertThat(trace.missing()).isEqualTo(1);
    assertThat(trace.reasons()).containsExactly(Reason.DROPPED);
    assertThat(trace.dropCauses()).containsExactly("ring_full");
  }

  @Test
  void a_drop_before_a_trace_began_is_not_its_reason() {
    TestProgram program = new TestProgram(1);
    whole(program, 1, 1000).drop(DropCause.EVICTED, 5).chunk();
    whole(program, 2, 5000).chunk();
    program.execution(3, "x.A.a()", 9000, 9900, 1, 1).end();
    TestProgram.Result result = program.reconstruct();
    assertThat(result.traces().get(2).reasons()).containsExactly(Reason.RUNNING);
    assertThat(result.counts().unproven()).isEqualTo(1 + 1); // the drop may be in the second chunk
  }

  @Test
  void a_missing_chunk_leaves_an_incomplete_trace_with_a_gap() {
    Trace trace =
        new TestProgram(1)
            .execution(7, "x.C.c()", 20, 30, 2, 2)
            .chunk()
            .execution(7, "x.B.b()", 10, 40, 1, 1)
            .lostChunk()
            .execution(7, "x.A.a()", 0, 100, 0, 0)
            .end()
            .reconstruct()
            .only();
    assertThat(trace.state()).isEqualTo(TraceState.INCOMPLETE);
    assertThat(trace.reasons()).containsExactly(Reason.GAP);
    assertThat(trace.isLoose(1)).isTrue();
    assertThat(trace.parent(1)).isEqualTo(-1);
    assertThat(trace.missing()).isEqualTo(1);
  }

  @Test
  void a_chunk_that_comes_late_makes_the_trace_valid() {
    TestProgram program = new TestProgram(1);
    program.execution(7, "x.C.c()", 20, 30, 2, 2).chunk();
    program.execution(7, "x.B.b()", 10, 40, 1, 1).chunk();
    program.execution(7, "x.A.a()", 0, 100, 0, 0).chunk();
    whole(program, 8, 200).end();
    List<TestProgram.TestChunk> chunks = new ArrayList<>(program.chunks());
    Collections.swap(chunks, 1, 3);
    TestProgram.Result result = TestProgram.reconstruct(chunks, TraceLimits.DEFAULT);
    assertThat(result.counts().traces(TraceState.VALID)).isEqualTo(2);
    assertThat(result.counts().traces()).isEqualTo(2);
  }

  @Test
  void a_missing_chunk_is_waited_for_no_longer_than_the_patience() {
    TestProgram program = new TestProgram(1);
    whole(program, 1, 1000).chunk();
    whole(program, 2, 2000).lostChunk();
    whole(program, 3, 3000).chunk();
    whole(program, 4, 4000).chunk();
    program.drop(DropCause.RING_FULL, 1).execution(5, "x.C.c()", 5020, 5030, 2, 2);
    program.execution(5, "x.A.a()", 5000, 5100, 0, 0).chunk();
    whole(program, 6, 6000).chunk();
    List<Long> closed = new ArrayList<>();
    TraceReconstruction reconstruction =
        new TraceReconstruction(
            TraceLimits.DEFAULT.with(1 << 21, Duration.ofNanos(1000)),
            trace -> closed.add(trace.id()));
    program.chunks().forEach(chunk -> TestProgram.feed(chunk, reconstruction));
    assertThat(closed).containsExactly(1L, 3L, 4L, 5L);
  }

  @Test
  void what_comes_when_it_was_given_up_says_that_its_chunk_was_missing() {
    TestProgram program = new TestProgram(1);
    whole(program, 1, 0).chunk();
    program.execution(7, "x.B.b()", 1010, 1020, 1, 1).chunk();
    program.execution(7, "x.C.c()", 1030, 1040, 2, 1);
    program.execution(7, "x.A.a()", 1000, 1100, 0, 0).chunk();
    whole(program, 8, 3000).chunk();
    whole(program, 9, 5000).end();
    List<TestProgram.TestChunk> chunks = new ArrayList<>(program.chunks());
    chunks.add(chunks.remove(1));
    TraceLimits limits = TraceLimits.DEFAULT.with(1 << 21, Duration.ofNanos(1000));
    TestProgram.Result result = TestProgram.reconstruct(chunks, limits);
    assertThat(result.counts().late()).isEqualTo(1);
    assertThat(result.traces())
        .filteredOn(trace -> trace.id() == 7)
        .hasSize(2)
        .allSatisfy(part -> assertThat(part.reasons()).containsExactly(Reason.GAP));
  }

  @Test
  void what_lacks_its_beginning_may_lack_it_by_any_earlier_loss() {
    TestProgram events = new TestProgram(1);
    events.before(7, "x.A.a()", 10, 0).lostChunk();
    events.execution(8, "x.B.b()", 20, 30, 0, 0).chunk();
    events.execution(9, "x.B.b()", 40, 50, 0, 0).chunk();
    events.after(7, "x.A.a()", 100, 1);
    TestProgram executions = new TestProgram(1);
    executions.execution(7, "x.B.b()", 10, 20, 1, 1).lostChunk();
    executions.execution(8, "x.B.b()", 20, 30, 0, 0).chunk();
    executions.execution(9, "x.B.b()", 40, 50, 0, 0).chunk();
    executions.execution(7, "x.D.d()", 60, 70, 2, 1);
    TestProgram running = new TestProgram(1);
    running.execution(7, "x.B.b()", 10, 20, 1, 1).lostChunk();
    running.execution(8, "x.B.b()", 20, 30, 0, 0).chunk();
    running.execution(9, "x.B.b()", 40, 50, 0, 0).chunk();
    running.execution(7, "x.D.d()", 60, 70, 2, 1).execution(7, "x.D.d()", 80, 90, 5, 4);
    for (TestProgram program : List.of(events, executions, running)) {
      assertThat(program.end().reconstruct().traces())
          .filteredOn(trace -> trace.id() == 7)
          .singleElement()
          .satisfies(trace -> assertThat(trace.reasons()).containsExactly(Reason.BEFORE_START));
    }
  }

  @Test
  void a_trace_that_only_runs_is_not_said_to_lack_what_was_lost_before() {
    TestProgram program = new TestProgram(1);
    program.execution(6, "x.B.b()", 10, 20, 0, 0).lostChunk();
    program.execution(8, "x.B.b()", 20, 30, 0, 0).chunk();
    program.execution(9, "x.B.b()", 40, 50, 0, 0).chunk();
    program.execution(7, "x.D.d()", 60, 70, 1, 1).execution(7, "x.D.d()", 80, 90, 2, 1);
    assertThat(program.end().reconstruct().traces())
        .filteredOn(trace -> trace.id() == 7)
        .singleElement()
        .satisfies(trace -> assertThat(trace.reasons()).containsExactly(Reason.RUNNING));
  }

  @Test
  void an_announcement_stays_where_executions_take_the_place_of_events() {
    TestProgram program = new TestProgram(1);
    program.execution(6, "x.A.a()", 1, 5, 0, 0);
    program.before(7, "x.A.a()", 10, 0).started(7, 10, 42, 6, 0, 1).chunk();
    program.execution(7, "x.A.a()", 10, 20, 0, 0).after(7, "x.A.a()", 20, 1);
    program.before(8, "x.A.a()", 30, 0).after(8, "x.A.a()", 40, 1).started(8, 30, 43, 6, 0, 1);
    program.execution(8, "x.A.a()", 30, 40, 0, 0);
    List<Trace> traces = program.end().reconstruct().traces();
    assertThat(traces).extracting(Trace::id).containsExactly(6L, 7L, 8L);
    assertThat(traces).extracting(Trace::thread).containsExactly(0L, 42L, 43L);
  }

  @Test
  void an_event_does_not_close_executions_that_wait_for_a_missing_chunk() {
    TestProgram program = new TestProgram(1);
    program.execution(7, "x.B.b()", 20, 30, 1, 1).chunk();
    program.execution(7, "x.A.a()", 10, 40, 0, 0).chunk();
    program.after(7, "x.A.a()", 40, 3).end();
    List<TestProgram.TestChunk> chunks = program.chunks();
    List<TestProgram.TestChunk> late = List.of(chunks.get(1), chunks.get(2), chunks.get(0));
    Trace trace = TestProgram.reconstruct(late, TraceLimits.DEFAULT).only();
    assertThat(trace.state()).isEqualTo(TraceState.VALID);
    assertThat(trace.size()).isEqualTo(2);
  }

  @Test
  void events_that_came_whole_do_not_close_executions_of_which_a_chunk_is_still_missing() {
    TestProgram program = new TestProgram(1);
    program.started(7, 10, 42, 7, -1, 0).chunk();
    program.before(7, "x.A.a()", 10, 0).chunk();
    program.before(7, "x.B.b()", 20, 1).chunk();
    program.execution(7, "x.B.b()", 20, 30, 1, 1).chunk();
    program.after(7, "x.B.b()", 30, 2).chunk();
    program.execution(7, "x.A.a()", 10, 40, 0, 0).chunk();
    program.after(7, "x.A.a()", 40, 3).end();
    List<TestProgram.TestChunk> chunks = program.chunks();
    List<TestProgram.TestChunk> overtaken =
        IntStream.of(1, 4, 6, 2, 5, 0, 3).mapToObj(chunks::get).toList();
    Trace trace = TestProgram.reconstruct(overtaken, TraceLimits.DEFAULT).only();
    assertThat(trace.state()).isEqualTo(TraceState.VALID);
    assertThat(trace.size()).isEqualTo(2);
  }

  @Test
  void a_source_that_begins_in_the_middle_says_so() {
    TestProgram program = new TestProgram(1);
    program.execution(7, "x.B.b()", 10, 20, 1, 1).lostChunk();
    program.execution(7, "x.D.d()", 50, 60, 2, 1);
    Trace trace = program.execution(7, "x.A.a()", 0, 100, 0, 0).end().reconstruct().only();
    assertThat(trace.reasons()).containsExactly(Reason.BEFORE_START);
  }

  @Test
  void a_trace_that_may_lack_its_last_calls_is_valid_and_not_proven() {
    Trace trace =
        new TestProgram(1)
            .drop(DropCause.RING_FULL, 1)
            .execution(7, "x.A.a()", 0, 100, 0, 0)
            .end()
            .reconstruct()
            .only();
    assertThat(trace.state()).isEqualTo(TraceState.VALID);
    assertThat(trace.isProven()).isFalse();
  }

  @Test
  void what_is_open_at_the_end_ran_on_or_its_producer_has_no_end() {
    TestProgram program = new TestProgram(1).execution(7, "x.B.b()", 10, 20, 1, 1).chunk();
    assertThat(program.reconstruct().only().reasons()).containsExactly(Reason.NO_END);
    assertThat(program.end().reconstruct().only().reasons()).containsExactly(Reason.RUNNING);
  }

  @Test
  void executions_that_were_never_recorded_are_no_loss() {
    Trace trace =
        new TestProgram(1)
            .execution(7, "x.C.c()", 20, 30, 2, 2)
            .execution(7, "x.A.a()", 0, 100, 0, 0)
            .end()
            .reconstruct()
            .only();
    assertThat(trace.state()).isEqualTo(TraceState.INCOMPLETE);
    assertThat(trace.reasons()).containsExactly(Reason.NOT_RECORDED);
  }

  @Test
  void a_silent_trace_times_out_in_time_of_the_records() {
    TestProgram program = new TestProgram(1).execution(7, "x.B.b()", 10, 20, 1, 1).chunk();
    whole(program, 8, 500).chunk();
    whole(program, 9, 2000).chunk();
    whole(program, 10, 4000).chunk();
    program.execution(7, "x.A.a()", 0, 4200, 0, 0).end();
    TestProgram.Result result = program.reconstruct(SMALL);
    assertThat(result.counts().traces(TraceState.VALID)).isEqualTo(3);
    Trace before = result.traces().stream().filter(t -> t.id() == 7).findFirst().orElseThrow();
    assertThat(before.reasons()).containsExactly(Reason.TIMED_OUT);
    Trace rest = result.traces().get(result.traces().size() - 1);
    assertThat(rest.id()).isEqualTo(7);
    assertThat(rest.reasons()).containsExactly(Reason.TIMED_OUT);
  }

  @Test
  void events_that_timed_out_are_no_part_of_the_executions_that_tell_the_same() {
    TestProgram program = new TestProgram(1);
    program.execution(6, "x.A.a()", 1, 5, 0, 0).before(7, "x.A.a()", 10, 0).chunk();
    for (int trace = 8; trace <= 10; trace++) {
      whole(program, trace, 2000 * (trace - 7)).chunk();
    }
    program.execution(7, "x.B.b()", 6050, 6100, 1, 1).execution(7, "x.A.a()", 10, 6200, 0, 0);
    Trace valid = last(program.end().reconstruct(SMALL));
    assertThat(valid.id()).isEqualTo(7);
    assertThat(valid.state()).isEqualTo(TraceState.VALID);

    TestProgram announced = new TestProgram(1);
    announced.execution(6, "x.A.a()", 1, 5, 0, 0).before(7, "x.A.a()", 10, 0);
    announced.started(7, 10, 42, 6, 0, 1).chunk();
    for (int trace = 8; trace <= 10; trace++) {
      whole(announced, trace, 2000 * (trace - 7)).chunk();
    }
    announced.execution(7, "x.A.a()", 10, 6200, 0, 0);
    assertThat(last(announced.end().reconstruct(SMALL)).reasons())
        .containsExactly(Reason.TIMED_OUT);
  }

  @Test
  void events_that_timed_out_say_so_though_one_of_them_seems_to_end_the_root() {
    TestProgram program = new TestProgram(1).before(7, "x.E.e()", 10, 0).chunk();
    program.before(7, "x.E.e()", 20, 1).after(7, "x.E.e()", 30, 2);
    program.before(7, "x.E.e()", 40, 3).lostChunk();
    program.after(7, "x.E.e()", 50, 4).chunk();
    for (int trace = 8; trace <= 10; trace++) {
      whole(program, trace, 2000 * (trace - 7)).chunk();
    }
    program.after(7, "x.E.e()", 6200, 5);
    List<Trace> parts =
        program.end().reconstruct(SMALL).traces().stream().filter(t -> t.id() == 7).toList();
    assertThat(parts).hasSize(2);
    assertThat(parts.get(0).reasons()).containsExactly(Reason.GAP, Reason.TIMED_OUT);
    assertThat(parts.get(1).reasons()).contains(Reason.TIMED_OUT);
  }

  private static Trace last(TestProgram.Result result) {
    return result.traces().get(result.traces().size() - 1);
  }

  @Test
  void traces_that_never_end_give_way_to_others_and_are_reported() {
    TestProgram program = new TestProgram(1);
    for (int trace = 1; trace <= 100; trace++) {
      program.execution(trace, "x.B.b()", 10, 20, 1, 1);
    }
    TestProgram.Result result = program.end().reconstruct(SMALL);
    assertThat(result.counts().reasons())
        .containsEntry(Reason.EVICTED, 96L)
        .containsEntry(Reason.RUNNING, 4L);
    assertThat(result.counts().records()).isEqualTo(100);
  }

  @Test
  void a_trace_with_too_many_records_is_cut_and_all_its_records_count() {
    TestProgram program = new TestProgram(1);
    for (int i = 1; i <= 1000; i++) {
      program.execution(7, "x.B.b()", i, i + 1, i, 1);
    }
    TestProgram.Result result =
        program.execution(7, "x.A.a()", 0, 2000, 0, 0).end().reconstruct(SMALL);
    assertThat(result.counts().traces(TraceState.INCOMPLETE)).isEqualTo(1001 / 64 + 1);
    assertThat(result.counts().records(TraceState.INCOMPLETE)).isEqualTo(1001);
    assertThat(result.traces()).allMatch(trace -> trace.reasons().contains(Reason.TOO_LONG));
  }

  @Test
  void room_for_records_is_bounded_whatever_trace_they_belong_to() {
    TraceLimits limits =
        new TraceLimits(1000, 64, 16, 2, Duration.ofSeconds(1), Duration.ofSeconds(1));
    List<Trace> traces = new ArrayList<>();
    TraceReconstruction reconstruction =
        new TraceReconstruction(limits, trace -> traces.add(trace.copy()));
    TestProgram program = new TestProgram(1);
    for (int trace = 1; trace <= 100; trace++) {
      program.execution(trace, "x.B.b()", 10, 20, 1, 1);
    }
    TestProgram.feed(program.chunk().chunks().get(0), reconstruction);
    assertThat(reconstruction.open()).isEqualTo(4);
    assertThat(traces).hasSize(96);
  }

  @Test
  void records_that_contradict_each_other_make_a_broken_trace() {
    assertThat(fault(1, 1, 1, 1, 0, 0)).isEqualTo("two executions have the order index 1");
    assertThat(fault(1, 0, 0, 0)).isEqualTo("a second root has the order index 1");
    assertThat(fault(1, 2, 0, 0)).isEqualTo("the execution with the order index 1 has the depth 2");
    assertThat(fault(1, 1, 2, 1, 3, 3, 0, 0))
        .isEqualTo("the execution with the order index 3 is at depth 3, the one before at 1");
  }

  /** What is said about executions with those order indexes and depths. */
  private static String fault(int... places) {
    TestProgram program = new TestProgram(1);
    for (int i = 0; i < places.length; i += 2) {
      program.execution(7, "x.A.a()", 10, 20, places[i], places[i + 1]);
    }
    Trace trace = program.end().reconstruct().only();
    assertThat(trace.state()).isEqualTo(TraceState.BROKEN);
    return trace.fault();
  }

  @Test
  void a_clock_that_goes_backwards_costs_a_time_and_no_trace() {
    TestProgram program = new TestProgram(1);
    program.execution(7, "x.B.b()", 50, 10, 1, 1).execution(7, "x.A.a()", 0, 100, 0, 0).chunk();
    TestProgram.Result result = whole(program, 8, -5000).end().reconstruct(SMALL);
    assertThat(result.counts().traces(TraceState.VALID)).isEqualTo(2);
    assertThat(result.counts().backwards()).isEqualTo(1);
    assertThat(result.traces().get(0).duration(1)).isZero();
    assertThat(result.traces().get(0).self(0)).isEqualTo(100);
  }

  @Test
  void an_id_that_is_used_again_is_another_trace() {
    TestProgram program = new TestProgram(1);
    whole(program, 7, 1000);
    TestProgram.Result result = whole(program, 7, 2000).end().reconstruct();
    assertThat(result.counts().traces(TraceState.VALID)).isEqualTo(2);
  }

  @Test
  void executions_without_a_place_belong_to_no_trace() {
    TestProgram.Result result =
        new TestProgram(1).execution(-1, "x.A.a()", 0, 1, -1, -1).end().reconstruct();
    assertThat(result.traces()).isEmpty();
    assertThat(result.counts().outside()).isEqualTo(1);
  }

  @Test
  void a_trace_knows_the_one_that_started_it_whichever_record_comes_first() {
    TestProgram program = new TestProgram(1).started(7, 1, 42, 3, 5, 2);
    Trace trace = whole(program, 7, 1000).end().reconstruct().only();
    assertThat(trace.state()).isEqualTo(TraceState.VALID);
    assertThat(trace.hasParent()).isTrue();
    assertThat(List.of(trace.parentTrace(), trace.thread())).containsExactly(3L, 42L);
    assertThat(List.of(trace.parentOrder(), trace.parentDepth())).containsExactly(5, 2);
    Trace later =
        whole(new TestProgram(1), 7, 1000).started(7, 1, 42, 3, 5, 2).end().reconstruct().only();
    assertThat(later.parentTrace()).isEqualTo(3);
  }

  /** Which execution of trace 7 started a trace; null if that is not known. */
  private static String starter(TestProgram program, int order, int depth) {
    program.chunk().started(9, 90, 43, 7, order, depth).execution(9, "x.T.t()", 90, 95, 0, 0);
    Map<Long, Trace> traces =
        program.end().reconstruct().traces().stream().collect(Collectors.toMap(Trace::id, t -> t));
    int starter = traces.get(7L).starter(traces.get(9L));
    return starter < 0 ? null : traces.get(7L).signature(starter);
  }

  private static TestProgram executions(boolean whole) {
    TestProgram program = new TestProgram(1).execution(7, "x.B.b()", 10, 20, 1, 1);
    if (whole) {
      program.execution(7, "x.D.d()", 40, 45, 3, 2);
    }
    return program
        .execution(7, "x.C.c()", 30, 50, 2, 1)
        .execution(7, "x.E.e()", 60, 70, 4, 1)
        .execution(7, "x.A.a()", 0, 100, 0, 0);
  }

  private static TestProgram events() {
    return new TestProgram(1)
        .started(7, 0, 42, 7, -1, 0)
        .before(7, "x.A.a()", 0, 0)
        .before(7, "x.B.b()", 10, 1)
        .after(7, "x.B.b()", 20, 2)
        .before(7, "x.C.c()", 30, 3)
        .before(7, "x.D.d()", 40, 4)
        .after(7, "x.D.d()", 45, 5)
        .after(7, "x.C.c()", 50, 6);
  }

  @Test
  void the_starter_of_a_trace_is_the_active_execution_and_not_the_last_that_began() {
    assertThat(starter(executions(true), 2, 2)).isEqualTo("x.C.c()");
    assertThat(starter(executions(true), 3, 3)).isEqualTo("x.D.d()");
    assertThat(starter(executions(true), 3, 2)).isEqualTo("x.C.c()");
    assertThat(starter(executions(true), 3, 1)).isEqualTo("x.A.a()");
    assertThat(starter(executions(true), 4, 2)).isEqualTo("x.E.e()");
  }

  @Test
  void a_starter_that_is_missing_is_not_known() {
    assertThat(starter(executions(false), 3, 3)).isNull();
    assertThat(starter(executions(false), 3, 2)).isNull();
    assertThat(starter(executions(true), 3, 4)).isNull();
    assertThat(starter(executions(true), 3, 0)).isNull();
    assertThat(starter(executions(false), 4, 2)).isEqualTo("x.E.e()");
  }

  @Test
  void the_place_of_a_start_among_events_is_that_of_an_event() {
    int[][] places = {{0, 1}, {1, 2}, {2, 1}, {3, 2}, {4, 3}, {5, 2}, {6, 1}};
    List<String> starters = new ArrayList<>();
    for (int[] place : places) {
      starters.add(starter(events().after(7, "x.A.a()", 100, 7), place[0], place[1]));
    }
    assertThat(starters)
        .containsExactly(
            "x.A.a()", "x.B.b()", "x.A.a()", "x.C.c()", "x.D.d()", "x.C.c()", "x.A.a()");
    assertThat(starter(events(), 5, 2)).as("without an end").isNull();
  }

  @Test
  void the_place_of_a_start_among_events_is_none_among_executions_of_the_same_trace() {
    TestProgram program = events().after(7, "x.A.a()", 100, 7);
    program.execution(7, "x.B.b()", 10, 20, 1, 1).execution(7, "x.D.d()", 40, 45, 3, 2);
    program.execution(7, "x.C.c()", 30, 50, 2, 1).execution(7, "x.A.a()", 0, 100, 0, 0);
    assertThat(starter(program, 3, 2)).isNull();
  }

  @Test
  void an_execution_behind_lost_events_has_no_order_of_one_that_was_lost() {
    Trace trace =
        new TestProgram(1)
            .before(7, "x.B.b()", 10, 1)
            .after(7, "x.B.b()", 20, 2)
            .before(7, "x.D.d()", 50, 5)
            .end()
            .reconstruct()
            .only();
    assertThat(List.of(trace.order(0), trace.order(1))).containsExactly(1, 4);
  }

  @Test
  void events_rebuild_the_call_tree() {
    Trace trace =
        new TestProgram(1)
            .started(7, 0, 42, 7, -1, 0)
            .before(7, "x.A.a()", 0, 0)
            .before(7, "x.B.b()", 10, 1)
            .afterFailed(7, "x.B.b()", 30, 2)
            .before(7, "x.C.c()", 40, 3)
            .after(7, "x.C.c()", 50, 4)
            .after(7, "x.A.a()", 100, 5)
            .end()
            .reconstruct()
            .only();
    assertThat(trace.state()).isEqualTo(TraceState.VALID);
    assertThat(trace.fromEvents()).isTrue();
    assertThat(trace.hasParent()).isFalse();
    assertThat(names(trace)).containsExactly("x.A.a()", "x.B.b()", "x.C.c()");
    assertThat(selfs(trace)).containsExactly(70L, 20L, 10L);
    assertThat(trace.failed(1)).isTrue();
    assertThat(trace.records()).isEqualTo(7);
  }

  @Test
  void a_lost_event_leaves_an_execution_without_an_end() {
    Trace trace =
        new TestProgram(1)
            .before(7, "x.A.a()", 0, 0)
            .before(7, "x.B.b()", 10, 1)
            .drop(DropCause.RING_FULL, 1)
            .after(7, "x.A.a()", 100, 3)
            .end()
            .reconstruct()
            .only();
    assertThat(trace.state()).isEqualTo(TraceState.INCOMPLETE);
    assertThat(trace.reasons()).contains(Reason.DROPPED);
    assertThat(trace.unfinished(1)).isTrue();
    assertThat(trace.unfinished(0)).isFalse();
    assertThat(trace.missing()).isEqualTo(1);
  }

  @Test
  void an_event_that_ends_what_is_not_active_makes_a_broken_trace() {
    Trace trace =
        new TestProgram(1)
            .before(7, "x.A.a()", 0, 0)
            .after(7, "x.B.b()", 100, 1)
            .end()
            .reconstruct()
            .only();
    assertThat(trace.state()).isEqualTo(TraceState.BROKEN);
    assertThat(trace.fault()).isEqualTo("an event ends x.B.b(), which is not active");
  }

  @Test
  void events_of_a_producer_with_executions_are_not_needed() {
    TestProgram program = new TestProgram(1);
    whole(program.before(7, "x.A.a()", 0, 0), 7, 1000).after(7, "x.A.a()", 100, 1);
    TestProgram.Result result = program.end().reconstruct();
    assertThat(result.only().state()).isEqualTo(TraceState.VALID);
    assertThat(result.only().fromEvents()).isFalse();
    assertThat(result.counts().unused()).isEqualTo(2);
    assertThat(result.counts().records()).isEqualTo(6);
  }

  @Test
  void a_million_operations_are_told_apart_up_to_the_limit() {
    TestProgram program = new TestProgram(1);
    for (int i = 0; i < 100; i++) {
      program.execution(i, "x.A.a" + i + "()", 10, 20, 0, 0);
    }
    TestProgram.Result result = program.end().reconstruct(SMALL);
    assertThat(result.counts().traces(TraceState.VALID)).isEqualTo(100);
    assertThat(result.traces().get(0).operations().size()).isEqualTo(17);
    assertThat(result.traces().get(99).signature(0)).isEqualTo("(other operations)");
  }

  @Test
  void a_producer_beyond_the_limit_takes_the_place_of_the_one_that_was_silent_for_longest() {
    List<TestProgram.TestChunk> chunks = new ArrayList<>();
    for (int id = 1; id <= 3; id++) {
      chunks.addAll(new TestProgram(id).execution(7, "x.B.b()", 10, 20, 1, 1).chunk().chunks());
    }
    TestProgram.Result result = TestProgram.reconstruct(chunks, SMALL);
    assertThat(result.traces().get(0).producer()).isEqualTo(1);
    assertThat(result.traces().get(0).reasons()).containsExactly(Reason.EVICTED);
    assertThat(result.counts().records()).isEqualTo(3);
  }

  @Test
  void a_gap_is_as_old_as_the_first_record_of_the_chunk_before_it() {
    TestProgram program = new TestProgram(1);
    program.execution(1, "x.A.a()", 0, 100, 0, 0).execution(2, "x.A.a()", 0, 900, 0, 0).chunk();
    program.execution(7, "x.B.b()", 310, 320, 1, 1).lostChunk();
    program.execution(7, "x.C.c()", 330, 340, 2, 1).execution(7, "x.A.a()", 300, 400, 0, 0);
    TestProgram.Result result = program.execution(3, "x.A.a()", 0, 950, 0, 0).end().reconstruct();
    Trace torn = result.traces().stream().filter(trace -> trace.id() == 7).findFirst().get();
    assertThat(torn.reasons()).containsExactly(Reason.GAP);
    assertThat(List.of(torn.lostFrom(), torn.lostUntil())).containsExactly(100L, 950L);
  }

  @Test
  void a_trace_that_lost_its_root_with_a_chunk_is_not_called_running() {
    TestProgram program = new TestProgram(1);
    program.execution(7, "x.B.b()", 10, 20, 1, 1).chunk();
    program.execution(7, "x.A.a()", 0, 30, 0, 0).lostChunk();
    TestProgram.Result result = whole(program, 8, 1000).end().reconstruct();
    assertThat(result.counts().reasons()).isEqualTo(Map.of(Reason.GAP, 1L));
  }

  @Test
  void a_chunk_that_was_given_up_and_comes_all_the_same_is_counted() {
    TestProgram program = new TestProgram(1);
    for (int i = 0; i < 5; i++) {
      whole(program, i, 1000L * i).chunk();
    }
    List<TestProgram.TestChunk> chunks = new ArrayList<>(program.end().chunks());
    chunks.add(chunks.remove(0));
    assertThat(TestProgram.reconstruct(chunks, TraceLimits.DEFAULT).counts().late()).isZero();
    assertThat(TestProgram.reconstruct(chunks, SMALL).counts().late()).isEqualTo(1);
    List<TestProgram.TestChunk> range = new ArrayList<>(chunks.subList(0, chunks.size() - 1));
    Accounting all =
        new Accounting.Builder(1).sequence(9).replacing(9).end(true).times(0, 9000).build();
    range.add(new TestProgram.TestChunk(all, List.of()));
    assertThat(TestProgram.reconstruct(range, SMALL).counts().late()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1000})
  void events_of_what_has_executions_count_nothing_whatever_the_size_of_chunks(int size) {
    TestProgram program = new TestProgram(1);
    int records = 0;
    for (int call = 0; call < 20; call++) {
      for (int kind = 0; kind < 3; kind++) {
        switch (kind) {
          case 0 -> program.before(100 + call, "x.A.a()", 10L * call, 0);
          case 1 -> program.after(100 + call, "x.A.a()", 10L * call + 5, 1);
          default -> program.execution(call, "x.A.a()", 10L * call, 10L * call + 5, 0, 0);
        }
        if (++records % size == 0) {
          program.chunk();
        }
      }
    }
    program.before(200, "x.B.b()", 1000, 0).after(200, "x.B.b()", 1001, 1);
    TestProgram.Result result = program.end().reconstruct();
    assertThat(result.counts().traces(TraceState.VALID)).isEqualTo(20 + 1);
    assertThat(result.counts().unused()).isEqualTo(40);
    assertThat(result.counts().traces(TraceState.INCOMPLETE)).isZero();
  }

  @Test
  void a_trace_of_a_million_records_is_one() {
    TestProgram program = new TestProgram(1);
    List<Trace> traces = new ArrayList<>();
    TraceReconstruction reconstruction =
        new TraceReconstruction(TraceLimits.DEFAULT, trace -> traces.add(trace.copy(1)));
    int calls = 1_000_000;
    for (int i = 1; i < calls; i++) {
      program.execution(7, "x.B.b()", i, i + 1, i, 1);
      if (i % 1000 == 0) {
        TestProgram.feed(program.chunk().chunks().remove(0), reconstruction);
      }
    }
    program.execution(7, "x.A.a()", 0, calls, 0, 0).end();
    TestProgram.feed(program.chunks().remove(0), reconstruction);
    reconstruction.close();
    assertThat(traces).singleElement().matches(one -> one.state() == TraceState.VALID);
    assertThat(traces.get(0).calls()).isEqualTo(calls);
  }

  @Test
  void a_trace_of_events_without_its_beginning_says_that_it_took_longer() {
    Trace trace =
        new TestProgram(1)
            .before(7, "x.B.b()", 10, 1)
            .after(7, "x.B.b()", 30, 2)
            .after(7, "x.A.a()", 100, 3)
            .end()
            .reconstruct()
            .only();
    assertThat(trace.isCut()).isTrue();
    assertThat(trace.isLoose(0)).isTrue();
    assertThat(new TestProgram(1).before(7, "x.A.a()", 1, 0).after(7, "x.A.a()", 2, 1).end())
        .matches(whole -> !whole.reconstruct().only().isCut());
  }
}
