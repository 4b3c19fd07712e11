package dev.sluice.monitoring.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;
import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.Monitor;
import dev.sluice.support.Plugins;
import dev.sluice.testkit.RecordingRawWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProbeThreadTest {
  private final RecordingRawWriter writer = new RecordingRawWriter();
  private final Monitor monitor =
      Monitor.builder()
          .over(
              ChunkingCollector.builder(
                      writer,
                      Plugins.find(Serializer.class, Serializer::name, "binary", "serializer"))
                  .build());
  private final Operation foo =
      monitor.probes().operation("void A.foo()", "A", EnumSet.of(ProbeKind.EXECUTION), null);
  private final ProbeThread context = monitor.probes().thread();

  @AfterEach
  void close() {
    assertThat(monitor.close(Duration.ofSeconds(5)).balanced()).isTrue();
  }

  private long enter() {
    return context.enter(foo);
  }

  private void exit(long frame) {
    context.exit(foo, frame, 0);
  }

  private static String place(long frame) {
    return (frame >>> 32) + "/" + (int) frame;
  }

  @Test
  void order_counts_executions_and_depth_those_that_are_active() {
    long a = enter();
    long b = enter();
    long c = enter();
    exit(c);
    exit(b);
    long d = enter();
    exit(d);
    exit(a);
    assertThat(place(a)).isEqualTo("0/0");
    assertThat(place(b)).isEqualTo("1/1");
    assertThat(place(c)).isEqualTo("2/2");
    assertThat(place(d)).isEqualTo("3/1");
  }

  @Test
  void trace_lasts_until_its_first_execution_ends() {
    long outer = enter();
    long first = context.traceId();
    exit(enter());
    assertThat(context.traceId()).isEqualTo(first);
    exit(outer);
    long next = enter();
    assertThat(context.traceId()).isNotEqualTo(first);
    assertThat(place(next)).isEqualTo("0/0");
  }

  @Test
  void frame_left_without_its_probe_does_not_shift_those_outside() {
    long outer = enter();
    long inner = enter();
    enter();
    exit(inner);
    assertThat(place(enter())).isEqualTo("3/1");
    exit(outer);
    assertThat(place(enter())).isEqualTo("0/0");
  }

  @Test
  void recursion_deeper_than_any_stack_keeps_its_frames() {
    long[] frames = IntStream.range(0, 200_000).mapToLong(i -> enter()).toArray();
    for (int i = frames.length - 1; i >= 0; i--) {
      assertThat(place(frames[i])).isEqualTo(i + "/" + i);
      exit(frames[i]);
    }
    assertThat(place(enter())).isEqualTo("0/0");
  }

  @Test
  void trace_ids_of_all_threads_differ() throws InterruptedException {
    Set<Long> seen = ConcurrentHashMap.newKeySet();
    int traces = 10 * TraceIds.BLOCK + 1;
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread(
              () -> {
                ProbeThread mine = monitor.probes().thread();
                for (int k = 0; k < traces; k++) {
                  long frame = mine.enter(foo);
                  seen.add(mine.traceId());
                  mine.exit(foo, frame, 0);
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(seen).hasSize(threads.length * traces);
  }

  @Test
  void session_is_null_unless_set() {
    assertThat(context.session()).isNull();
    context.session("s-1");
    assertThat(context.session()).isEqualTo("s-1");
    context.session(null);
    assertThat(context.session()).isNull();
  }

  /** What each record says, in order. */
  private List<String> records(BiFunction<RecordCursor, List<String>, String> text)
      throws Exception {
    assertThat(monitor.flush(Duration.ofSeconds(10))).isTrue();
    ChunkDecoder decoder =
        Plugins.find(Deserializer.class, Deserializer::name, "binary", "deserializer")
            .newDecoder(DecodeLimits.FORMAT);
    List<String> texts = new ArrayList<>();
    for (Chunk chunk : writer.chunks()) {
      RecordCursor cursor = decoder.decode(chunk);
      while (cursor.next()) {
        texts.add(text.apply(cursor, cursor.type().fields().stream().map(Field::name).toList()));
      }
    }
    return texts;
  }

  private List<String> texts(String field) throws Exception {
    return records((cursor, names) -> cursor.text(names.indexOf(field)));
  }

  private List<String> events() throws Exception {
    return records(
        (cursor, names) -> {
          String event = cursor.type().name().substring("sluice.".length());
          int order = names.indexOf("orderIndex");
          int eoi = names.indexOf("eoi");
          int cause = names.indexOf("cause");
          return event
              + (order < 0 ? "" : " " + cursor.longValue(order))
              + (eoi < 0 ? "" : " " + cursor.longValue(eoi))
              + (cause < 0 ? "" : " " + cursor.text(cause));
        });
  }

  private Operation withEvents(String signature) {
    return monitor.probes().operation(signature, "A", EnumSet.of(ProbeKind.EVENTS), null);
  }

  private void run(Operation operation, Throwable failure, Runnable body) {
    long frame = context.enter(operation);
    long tin = System.nanoTime();
    context.before(operation, frame, tin, this);
    body.run();
    context.exit(operation, frame, tin, this, failure);
  }

  private List<Object> exceptions() throws Exception {
    return List.copyOf(
        records(
            (cursor, names) -> {
              int flag = Math.max(names.indexOf("exception"), names.indexOf("exceptions"));
              return flag < 0 ? "none" : "" + cursor.longValue(flag);
            }));
  }

  private Operation of(ProbeKind... kinds) {
    return monitor.probes().operation("void A.f()", "A", Set.of(kinds), null);
  }

  private void execute(Operation operation, Throwable failure, Runnable body) {
    long frame = context.enter(operation);
    body.run();
    context.exit(operation, frame, System.nanoTime(), failure);
  }

  @ParameterizedTest
  @EnumSource(
      value = ProbeKind.class,
      names = {"EXECUTION", "DURATION"})
  void records_say_whether_their_execution_threw(ProbeKind kind) throws Exception {
    Operation plain = of(kind);
    Operation withEvents = of(kind, ProbeKind.EVENTS);
    Error failure = new StackOverflowError();
    execute(plain, null, () -> execute(plain, failure, () -> execute(plain, failure, () -> {})));
    run(withEvents, null, () -> run(withEvents, failure, () -> {}));
    assertThat(exceptions())
        .filteredOn(exception -> !exception.equals("none"))
        .containsExactly("1", "1", "0", "1", "0");
  }

  @Test
  void text_of_an_exception_is_made_for_events_only() throws Exception {
    Exception failure =
        new Exception() {
          private static final long serialVersionUID = 1;

          @Override
          public String toString() {
            throw new AssertionError("nobody asked");
          }
        };
    execute(of(ProbeKind.EXECUTION, ProbeKind.DURATION), failure, () -> {});
    assertThat(exceptions()).containsExactly("1", "1");
  }

  @Test
  void failed_executions_keep_their_flag_with_a_session_and_without_a_symbol() throws Exception {
    context.session("s-1");
    execute(foo, new Exception(), () -> {});
    execute(foo, null, () -> {});
    context.session(null);
    for (int i = 0; i < Symbol.MAX_SYMBOLS; i++) {
      monitor.sink().symbol("symbol " + i);
    }
    Operation late = of(ProbeKind.EXECUTION, ProbeKind.DURATION);
    execute(late, new Exception(), () -> {});
    execute(late, null, () -> {});
    assertThat(exceptions()).containsExactly("1", "0", "1", "1", "0", "0");
  }

  @Test
  void failed_executions_of_traces_that_are_not_sampled_leave_the_trace_as_it_was()
      throws Exception {
    monitor.probes().sampler(TraceSampler.rate(0));
    Operation timed = of(ProbeKind.EXECUTION, ProbeKind.DURATION);
    execute(timed, null, () -> execute(timed, new Exception(), () -> {}));
    monitor.probes().sampler(null);
    execute(foo, null, () -> execute(foo, new Exception(), () -> {}));
    assertThat(exceptions()).containsExactly("1", "0", "1", "0");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void order_starts_anew_when_its_bits_are_used_up(boolean linked) throws Exception {
    if (linked) {
      context.adopt(new TraceLink(monitor.probes(), 7, 0, 1, null, true, 7, null));
    }
    long outer = enter();
    context.next |= (1L << 61) - (1L << 32);
    for (int i = 0; i < 2; i++) {
      long inner = enter();
      exit(enter());
      exit(inner);
    }
    exit(outer);
    exit(enter());
    assertThat(events())
        .filteredOn(event -> event.startsWith("operation_execution "))
        .containsExactly(
            "operation_execution 0",
            "operation_execution " + ((1 << 29) - 1),
            "operation_execution 2",
            "operation_execution 1",
            "operation_execution 0",
            "operation_execution 0");
  }

  @Test
  void operation_without_a_place_in_the_symbol_table_is_recorded_by_its_text() throws Exception {
    for (int i = 0; i < Symbol.MAX_SYMBOLS; i++) {
      monitor.sink().symbol("symbol " + i);
    }
    Operation late =
        monitor
            .probes()
            .operation(
                "void A.late()", "A", EnumSet.of(ProbeKind.EXECUTION, ProbeKind.DURATION), null);
    context.exit(late, context.enter(late), 0);
    assertThat(texts("operationSignature")).containsExactly("void A.late()", "void A.late()");
  }

  @Test
  void executions_have_the_session_that_holds_when_they_end() throws Exception {
    long outer = enter();
    exit(enter());
    context.session("s-1");
    exit(enter());
    exit(outer);
    context.session(null);
    exit(enter());
    assertThat(texts("sessionId")).containsExactly(null, "s-1", "s-1", null);
  }

  @Test
  void events_are_those_of_one_trace_even_if_the_message_of_a_failure_is_made_by_monitored_code()
      throws Exception {
    Operation outer = withEvents("void A.outer()");
    Operation message = withEvents("String A.message()");
    Exception failure =
        new Exception() {
          private static final long serialVersionUID = 1;

          @Override
          public String toString() {
            ProbeThreadTest.this.run(message, null, () -> {});
            return "out of paper";
          }
        };
    run(outer, failure, () -> {});
    assertThat(events())
        .containsExactly(
            "trace_metadata",
            "before_operation 0",
            "before_operation 1",
            "after_operation 2",
            "after_operation_failed 3 out of paper");
  }

  @Test
  void failure_whose_message_cannot_be_made_is_recorded_by_its_class() throws Exception {
    RuntimeException failure =
        new RuntimeException() {
          private static final long serialVersionUID = 1;

          @Override
          public String toString() {
            throw new IllegalStateException();
          }
        };
    run(withEvents("void A.outer()"), failure, () -> {});
    assertThat(events()).last().asString().contains(failure.getClass().getName());
  }

  @Test
  void execution_whose_beginning_failed_leaves_the_depth_alone() {
    long outer = enter();
    context.exit(foo, ProbeThread.NONE, 0);
    assertThat(place(enter())).isEqualTo("1/1");
    exit(outer);
  }

  private TraceLink placeWithSession() {
    context.session("s-1");
    long frame = enter();
    TraceLink place = context.capture();
    exit(frame);
    context.session(null);
    return place;
  }

  @Test
  void there_is_no_place_to_hand_on_outside_of_traces() {
    assertThat(context.capture()).isNull();
    exit(enter());
    assertThat(context.capture()).isNull();
  }

  @Test
  void place_that_is_handed_on_is_behind_the_last_event() {
    Operation outer = withEvents("void A.outer()");
    run(
        outer,
        null,
        () -> {
          assertThat(context.capture().orderIndex).as("before of outer").isZero();
          run(
              withEvents("void A.inner()"),
              null,
              () -> assertThat(context.capture().orderIndex).as("before of inner").isOne());
          assertThat(context.capture().orderIndex).as("after of inner").isEqualTo(2);
        });
  }

  @Test
  void adopted_place_brings_its_session_until_it_is_released() {
    TraceLink place = placeWithSession();
    context.session("mine");
    Object before = context.adopt(place);
    assertThat(context.session()).isEqualTo("s-1");
    assertThat(context.capture()).isSameAs(place);
    Object inner = context.adopt(null);
    assertThat(context.session()).isNull();
    assertThat(context.capture()).isNull();
    context.release(inner);
    assertThat(context.capture()).isSameAs(place);
    context.release(before);
    assertThat(context.session()).isEqualTo("mine");
    assertThat(context.capture()).isNull();
  }

  @Test
  void nothing_is_adopted_in_the_middle_of_a_trace() {
    TraceLink place = placeWithSession();
    long frame = enter();
    Object before = context.adopt(place);
    assertThat(context.session()).isNull();
    exit(frame);
    context.release(before);
    assertThat(context.capture()).isNull();
  }

  @Test
  void traces_started_from_one_that_is_not_recorded_are_not_recorded_either() {
    monitor.probes().sampler(records -> false);
    long frame = enter();
    TraceLink place = context.capture();
    exit(frame);
    monitor.probes().sampler(null);
    Object before = context.adopt(place);
    assertThat(enter()).isNegative();
    context.exit(foo, Long.MIN_VALUE, 0);
    context.release(before);
    assertThat(enter()).isNotNegative();
  }

  @Test
  void place_for_the_first_trace_is_dropped_by_the_second() {
    monitor.probes().sampler(records -> false);
    long frame = enter();
    TraceLink place = context.capture().forFirstTrace();
    exit(frame);
    monitor.probes().sampler(null);
    context.adopt(place);
    long first = enter();
    assertThat(first).isNegative();
    exit(first);
    assertThat(enter()).isNotNegative();
  }

  @Test
  void origin_of_a_thread_is_asked_for_once() throws InterruptedException {
    TraceLink place = placeWithSession();
    AtomicInteger asked = new AtomicInteger();
    monitor
        .probes()
        .origins(
            thread -> {
              asked.incrementAndGet();
              return place;
            });
    String[] session = new String[1];
    Thread thread =
        new Thread(
            () -> {
              monitor.probes().thread();
              session[0] = monitor.probes().thread().session();
            });
    thread.start();
    thread.join();
    assertThat(session[0]).isEqualTo("s-1");
    assertThat(asked).hasValue(1);
  }
}
