package dev.sluice.analysis.traces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.services.ServiceCalls;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.testkit.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTest {
  private static final String NAMES = "A.a() 0, B.b() 1, S.s() 2, T.t() 3, C.c() 1";

  /** A calls B and then C; B calls S in another process, which has T. */
  private static List<TestProgram.TestChunk> chunks(TestProgram shop, TestProgram stock) {
    List<TestProgram.TestChunk> all = new ArrayList<>();
    stock.came(7, 5_020, 77).chunk();
    stock.execution(7, "T.t()", 5_030, 5_040, 1, 1).execution(7, "S.s()", 5_020, 5_050, 0, 0).end();
    shop.left(7, 15, 1, 2, 77, "http").chunk();
    shop.execution(7, "B.b()", 10, 60, 1, 1).chunk();
    shop.execution(7, "C.c()", 70, 80, 2, 1).execution(7, "A.a()", 0, 100, 0, 0).end();
    all.addAll(stock.chunks());
    all.addAll(shop.chunks());
    return all;
  }

  private static List<Request> requests(List<TestProgram.TestChunk> chunks) {
    return Request.of(
        TestProgram.reconstruct(chunks, TraceLimits.DEFAULT).traces(), new Unended(0));
  }

  private static String text(Trace tree) {
    return String.join(
        ", ",
        IntStream.range(0, tree.size())
            .mapToObj(i -> (tree.isLoose(i) ? "?" : "") + tree.signature(i) + " " + tree.depth(i))
            .toList());
  }

  @Test
  void what_a_call_did_elsewhere_is_below_it_in_any_order_of_chunks() {
    Random random = new Random(1);
    for (int i = 0; i < 50; i++) {
      List<TestProgram.TestChunk> chunks = chunks(new TestProgram(1), new TestProgram(2));
      Collections.shuffle(chunks, random);
      List<Request> requests = requests(chunks);
      assertThat(requests).hasSize(1);
      Request request = requests.get(0);
      assertThat(text(request.tree())).isEqualTo(NAMES);
      assertThat(request.isComplete()).isTrue();
      assertThat(request.w3cTrace()).isEqualTo("0".repeat(31) + "9");
      assertThat(request.enters(2)).isTrue();
      assertThat(request.trace(2).producer()).isEqualTo(2);
      assertThat(request.enters(3)).isFalse();
      assertThat(request.tree().self(1)).as("of its own thread").isEqualTo(50);
    }
  }

  /** A reconstruction made from the state of another. */
  private static TraceReconstruction again(TraceReconstruction from, TraceListener listener)
      throws IOException {
    ByteArrayOutputStream state = new ByteArrayOutputStream();
    from.state(StateCodec.writing(new DataOutputStream(state)));
    TraceReconstruction to = new TraceReconstruction(TraceLimits.DEFAULT, listener);
    ByteArrayInputStream in = new ByteArrayInputStream(state.toByteArray());
    to.state(StateCodec.reading(new DataInputStream(in)));
    return to;
  }

  @Test
  void what_is_known_between_two_chunks_can_be_handed_on() throws IOException {
    List<Trace> traces = new ArrayList<>();
    TraceListener listener = trace -> traces.add(trace.copy());
    TraceReconstruction reconstruction = new TraceReconstruction(TraceLimits.DEFAULT, listener);
    for (TestProgram.TestChunk chunk : chunks(new TestProgram(1), new TestProgram(2))) {
      TestProgram.feed(chunk, reconstruction);
      reconstruction = again(reconstruction, listener);
    }
    reconstruction.close();
    assertThat(text(Request.of(traces, new Unended(0)).get(0).tree())).isEqualTo(NAMES);
  }

  @Test
  void a_message_has_its_place_where_no_ends_are_known() {
    TestProgram shop = new TestProgram(1);
    shop.left(7, 15, 0, 1, 77, Remote.MESSAGE).execution(7, "A.a()", 0, 30, 0, 0).end();
    TestProgram stock =
        new TestProgram(2).came(1, 20, 77).execution(1, "S.s()", 21, 30, 0, 0).end();
    List<TestProgram.TestChunk> chunks = new ArrayList<>(shop.chunks());
    chunks.addAll(stock.chunks());
    List<Request> requests =
        Request.of(TestProgram.reconstruct(chunks, TraceLimits.DEFAULT).traces());
    assertThat(requests).hasSize(1);
    assertThat(text(requests.get(0).tree())).isEqualTo("A.a() 0, S.s() 1");
  }

  @Test
  void a_record_lost_while_a_trace_ran_may_have_been_a_call() {
    TestProgram shop = new TestProgram(1);
    shop.before(7, "A.a()", 10, 0).drop(DropCause.RING_FULL, 1).after(7, "A.a()", 20, 1).end();
    List<Request> requests = requests(shop.chunks());
    assertThat(requests.get(0).traces().get(0).isProven()).isTrue();
    assertThat(requests.get(0).isComplete()).isFalse();
  }

  @Test
  void a_call_that_comes_when_its_trace_has_ended_is_of_it() {
    TestProgram shop = new TestProgram(1);
    shop.execution(7, "A.a()", 0, 10, 0, 0).chunk().left(7, 15, 0, 1, 77, "kafka").end();
    TestProgram stock =
        new TestProgram(2).came(1, 20, 77).execution(1, "S.s()", 21, 30, 0, 0).end();
    List<TestProgram.TestChunk> chunks = new ArrayList<>(shop.chunks());
    chunks.addAll(stock.chunks());
    RequestTraces traces =
        new RequestTraces(
            Set.of(new TraceId(1, 7), new TraceId(2, 1)), 1_000, true, Duration.ofMinutes(5));
    TraceReconstruction reconstruction = new TraceReconstruction(TraceLimits.DEFAULT, traces);
    chunks.forEach(chunk -> TestProgram.feed(chunk, reconstruction));
    reconstruction.close();
    assertThat(traces.requests()).hasSize(1);
    assertThat(text(traces.requests().get(0).tree())).isEqualTo("A.a() 0, S.s() 1");
  }

  /** Of all traces, and what is known at the end of the source. */
  private static List<Request> requests(TestProgram... programs) {
    Set<TraceId> all =
        Stream.of(programs)
            .flatMap(one -> LongStream.range(1, 10).mapToObj(id -> new TraceId(one.id(), id)))
            .collect(Collectors.toSet());
    RequestTraces traces = new RequestTraces(all, 1_000, true, Duration.ofNanos(1_000));
    TraceReconstruction reconstruction = new TraceReconstruction(TraceLimits.DEFAULT, traces);
    for (TestProgram program : programs) {
      program.chunks().forEach(chunk -> TestProgram.feed(chunk, reconstruction));
    }
    reconstruction.close();
    return traces.requests();
  }

  private static List<Request.Lack> lacks(Request request) {
    return request.flaws().stream().map(Request.Flaw::lack).toList();
  }

  @Test
  void the_last_traces_of_a_producer_without_an_end_may_have_started_others() {
    TestProgram shop = new TestProgram(1);
    for (int i = 1; i < 4; i++) {
      shop.left(i, i * 10, 0, 1, i, "http").execution(i, "A.a()", i * 10, i * 10 + 5, 0, 0).chunk();
    }
    TestProgram stock = new TestProgram(2);
    for (int i = 1; i < 4; i++) {
      stock.came(i, i * 10, i).execution(i, "S.s()", i * 10, i * 10 + 5, 0, 0).chunk();
    }
    stock.end();
    List<Request> requests = requests(shop, stock);
    assertThat(requests).hasSize(3);
    assertThat(requests.subList(0, 2)).allMatch(Request::isComplete);
    assertThat(lacks(requests.get(2))).containsExactly(Request.Lack.NO_END);
    assertThat(requests.get(2).open())
        .containsExactly(new Request.Open(1, "program 1", requests.get(2).traces().get(0).begin()));
    assertThat(requests(shop.end(), stock)).allMatch(Request::isComplete);
  }

  @Test
  void a_trace_of_which_no_execution_came_has_its_place_and_its_reason() {
    TestProgram shop = new TestProgram(1).left(1, 5, 0, 1, 77, "http");
    shop.execution(1, "A.a()", 0, 100, 0, 0).end();
    TestProgram stock = new TestProgram(2).came(1, 10, 77).left(1, 20, 1, 2, 78, "http").chunk();
    TestProgram store = new TestProgram(3).came(1, 30, 78).execution(1, "T.t()", 31, 40, 0, 0);
    List<Request> requests = requests(shop, stock, store.end());
    assertThat(requests).hasSize(1);
    Request request = requests.get(0);
    assertThat(lacks(request)).containsExactly(Request.Lack.TRACE);
    Trace lost = request.flaws().get(0).trace();
    assertThat(lost.producer()).isEqualTo(2);
    assertThat(lost.reasons()).containsExactly(Reason.NO_END);
    assertThat(request.traces()).extracting(Trace::producer).containsExactly(1L, 2L, 3L);
    assertThat(text(request.tree())).isEqualTo("A.a() 0, ?T.t() 0");
    assertThat(requests(shop, stock.end(), store).get(0).flaws().get(0).trace().reasons())
        .containsExactly(Reason.RUNNING);
  }

  @Test
  void a_trace_that_was_started_and_of_which_nothing_else_came_is_told() {
    TestProgram shop = new TestProgram(1).left(1, 5, 0, 1, 77, "http").started(2, 6, 9, 1, 0, 1);
    shop.execution(1, "A.a()", 0, 10, 0, 0).chunk().execution(3, "A.a()", 90, 100, 0, 0).chunk();
    TestProgram stock = new TestProgram(2).came(1, 7, 77).execution(1, "S.s()", 7, 9, 0, 0).end();
    List<Request> requests = requests(shop, stock);
    assertThat(requests.get(0).traces()).hasSize(3);
    assertThat(lacks(requests.get(0))).containsExactly(Request.Lack.TRACE);
  }

  @Test
  void a_message_that_one_without_an_end_may_have_handled_before_is_not_known_to_be_complete() {
    TestProgram shop = new TestProgram(1);
    for (int i = 1; i < 9; i++) {
      shop.left(i, i * 100, 0, 1, i, "kafka");
      shop.execution(i, "A.a()", i * 100, i * 100 + 5, 0, 0).chunk();
    }
    TestProgram killed = new TestProgram(2, "stock@a:12");
    killed.came(1, 110, 1).execution(1, "S.s()", 110, 120, 0, 0).chunk();
    killed.came(3, 310, 3).execution(3, "S.s()", 310, 320, 0, 0).chunk();
    TestProgram other = new TestProgram(3, "stock@b:7");
    other.came(2, 210, 2).execution(2, "S.s()", 210, 220, 0, 0).chunk();
    other.came(4, 410, 4).execution(4, "S.s()", 410, 420, 0, 0).chunk().end();
    TestProgram next = new TestProgram(4, "stock@a:13");
    for (int i = 5; i < 9; i++) {
      next.came(i, i * 100 + 10, i).execution(i, "S.s()", i * 100 + 10, i * 100 + 20, 0, 0).chunk();
    }
    List<Request> requests = requests(shop.end(), killed, other, next.end());
    assertThat(requests).hasSize(8);
    List<Integer> incomplete =
        IntStream.range(0, 8)
            .filter(i -> !requests.get(i).isComplete())
            .mapToObj(i -> i + 1)
            .toList();
    // 3 is in the last chunk of the killed one; 4 and 5 were sent before the next one began.
    assertThat(incomplete).containsExactly(3, 4, 5);
    assertThat(lacks(requests.get(2))).containsExactly(Request.Lack.NO_END);
    assertThat(lacks(requests.get(3))).containsExactly(Request.Lack.AGAIN);
    assertThat(lacks(requests.get(4))).containsExactly(Request.Lack.AGAIN);
  }

  @Test
  void the_beginning_of_a_trace_that_runs_for_long_waits_for_it() {
    TestProgram stock = new TestProgram(2).came(1, 20, 77).chunk();
    for (int i = 2; i < 12; i++) {
      stock.execution(i, "S.s()", i * 1_000L, i * 1_000L + 10, 0, 0).chunk();
    }
    stock.execution(1, "S.s()", 21, 20_000, 0, 0).end();
    TraceLimits limits =
        new TraceLimits(4, 256, 16, 2, Duration.ofNanos(1000), Duration.ofNanos(1000));
    List<Trace> traces = stock.reconstruct(limits).traces();
    Trace last = traces.get(traces.size() - 1);
    assertThat(last.state()).isEqualTo(TraceState.VALID);
    assertThat(last.remoteParent().span().id()).isEqualTo(77);
  }

  @Test
  void of_a_trace_with_very_many_calls_the_rest_is_counted_and_it_is_not_complete() {
    TestProgram shop = new TestProgram(1);
    for (int i = 0; i <= Remote.MOST; i++) {
      shop.left(7, 5, 0, 1, 100 + i, "http");
    }
    TestProgram.Result result = shop.execution(7, "A.a()", 0, 10, 0, 0).end().reconstruct();
    assertThat(result.only().remotes()).hasSize(Remote.MOST);
    assertThat(result.only().knowsCalls()).isFalse();
    assertThat(result.counts().forgotten()).isEqualTo(1);
    assertThat(result.counts().records()).isEqualTo(Remote.MOST + 2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void calls_without_any_trace_take_bounded_room(boolean restored) throws IOException {
    TestProgram shop = new TestProgram(1);
    List<Long> gone = new ArrayList<>();
    TraceListener listener =
        new TraceListener() {
          @Override
          public void accept(Trace trace) {}

          @Override
          public void joined(Trace trace) {
            gone.add(trace.id());
          }
        };
    for (int i = 0; i < EarlyRemotes.MOST + 10; i++) {
      shop.came(i, i, i);
      if (i == EarlyRemotes.MOST / 2) {
        shop.chunk();
      }
    }
    shop.chunk();
    TraceReconstruction reconstruction = new TraceReconstruction(TraceLimits.DEFAULT, listener);
    for (TestProgram.TestChunk chunk : shop.chunks()) {
      TestProgram.feed(chunk, reconstruction);
      reconstruction = restored ? again(reconstruction, listener) : reconstruction;
    }
    assertThat(gone).hasSize(10).contains(0L, 9L);
    assertThat(reconstruction.counts().forgotten()).isEqualTo(10);
    reconstruction.close();
    assertThat(gone).hasSize(EarlyRemotes.MOST + 10);
    assertThat(reconstruction.counts().records()).isEqualTo(EarlyRemotes.MOST + 10);
  }

  /**
   * What three programs know of drawn calls and messages of some requests.
   *
   * @param apart whether no two requests have a call of the same span id
   */
  private static String drawn(long seed, boolean apart) {
    Random random = new Random(seed);
    TestProgram shop = new TestProgram(1);
    TestProgram stock = new TestProgram(2);
    int calls = 2 + random.nextInt(6);
    for (int i = 0; i < calls; i++) {
      int request = 1 + random.nextInt(3);
      long span = (apart ? 100 * request : 0) + random.nextInt(3);
      String medium = random.nextBoolean() ? "http" : Remote.MESSAGE;
      int caller = random.nextInt(2);
      shop.of(request).left(caller, 10 + i, 0, 1, span, medium);
      int called = random.nextInt(4);
      stock.of(request);
      if (random.nextBoolean()) {
        stock.linked(called, 20 + i, span);
      } else if (random.nextInt(4) > 0) {
        stock.came(10 + i, 20 + i, span);
        stock.execution(10 + i, "S.s()", 20 + i, 40, 0, 0);
      }
    }
    for (int i = 0; i < 4; i++) {
      stock.execution(i, "L.l()", 20, 40, 0, 0);
      shop.execution(i, "A.a()", 0, 60, 0, 0);
    }
    List<TestProgram.TestChunk> chunks = new ArrayList<>(shop.end().chunks());
    chunks.addAll(stock.end().chunks());
    List<Trace> traces = TestProgram.reconstruct(chunks, TraceLimits.DEFAULT).traces();
    ServiceCalls services = new ServiceCalls();
    traces.forEach(services::add);
    StringBuilder all = new StringBuilder();
    for (Request request : Request.of(traces)) {
      all.append(text(request.tree())).append(names(request.linked())).append(lacks(request));
      for (Trace trace : request.traces()) {
        Remote call = request.call(trace);
        all.append(' ').append(request.caller(trace));
        all.append(call == null ? "" : call.span().trace() + call.time());
      }
      all.append('\n');
    }
    services.edges().forEach(one -> all.append(one.key()).append(one.calls()));
    return all.append(services.offsets()).toString();
  }

  private static List<String> names(List<Trace> traces) {
    return traces.stream().map(one -> one.producer() + "/" + one.id()).toList();
  }

  @Test
  void requests_with_calls_of_the_same_span_id_are_not_mixed_up() {
    long first = Seeds.first("span ids");
    for (long seed = first; seed < first + Seeds.count(500); seed++) {
      assertThat(drawn(seed, false)).as("seed %d", seed).isEqualTo(drawn(seed, true));
    }
  }

  /**
   * A task that schedules itself again on another thread: time of the square is a quarter of an
   * hour.
   */
  @Test
  void a_long_chain_of_traces_is_one_request() {
    int count = 300_000;
    Operations operations = new Operations(1);
    List<Trace> chain = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Trace trace = new Trace(operations);
      trace.id = i + 1;
      trace.since = i;
      trace.announced = i > 0;
      trace.parentTrace = i;
      trace.parentDepth = 1;
      trace.state = TraceState.VALID;
      trace.callsKnown = true;
      chain.add(trace);
    }
    Request request = Request.of(chain).get(0);
    assertThat(request.traces()).hasSize(count);
    assertThat(request.tree().size()).isZero();
  }

  @Test
  void calls_that_go_round_in_a_circle_end() {
    TestProgram one = new TestProgram(1).came(1, 0, 2).left(1, 5, 0, 1, 1, "http");
    TestProgram two = new TestProgram(2).came(1, 0, 1).left(1, 5, 0, 1, 2, "http");
    List<TestProgram.TestChunk> chunks = new ArrayList<>();
    for (TestProgram each : List.of(one, two)) {
      chunks.addAll(each.execution(1, "A.a()", 0, 10, 0, 0).end().chunks());
    }
    List<Request> requests = requests(chunks);
    assertThat(requests).hasSize(1);
    assertThat(text(requests.get(0).tree())).isEqualTo("A.a() 0, A.a() 1");
  }

  @Test
  void a_long_way_through_processes_ends() {
    List<TestProgram.TestChunk> chunks = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      TestProgram program =
          new TestProgram(i).came(1, 2 * i, i).left(1, 2 * i + 1, 0, 1, i + 1, "http");
      chunks.addAll(program.execution(1, "A.a()", 2 * i, 9_000 - i, 0, 0).end().chunks());
    }
    List<Request> requests = requests(chunks);
    assertThat(requests).hasSize(1);
    assertThat(requests.get(0).tree().depth(2_999)).isEqualTo(2_999);
    assertThat(requests.get(0).flaws())
        .extracting(Request.Flaw::lack)
        .containsExactlyInAnyOrder(Request.Lack.CALLER, Request.Lack.CALLED);
  }
}
