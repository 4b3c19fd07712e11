package dev.sluice.analysis.traces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.analysis.StateCodec;
import dev.sluice.api.chunk.DropCause;
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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

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
    return Request.of(TestProgram.reconstruct(chunks, TraceLimits.DEFAULT).traces());
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

  @Test
  void what_is_known_between_two_chunks_can_be_handed_on() throws IOException {
    List<Trace> traces = new ArrayList<>();
    TraceListener listener = trace -> traces.add(trace.copy());
    TraceReconstruction reconstruction = new TraceReconstruction(TraceLimits.DEFAULT, listener);
    for (TestProgram.TestChunk chunk : chunks(new TestProgram(1), new TestProgram(2))) {
      TestProgram.feed(chunk, reconstruction);
      ByteArrayOutputStream state = new ByteArrayOutputStream();
      reconstruction.state(StateCodec.writing(new DataOutputStream(state)));
      reconstruction = new TraceReconstruction(TraceLimits.DEFAULT, listener);
      ByteArrayInputStream in = new ByteArrayInputStream(state.toByteArray());
      reconstruction.state(StateCodec.reading(new DataInputStream(in)));
    }
    reconstruction.close();
    assertThat(text(Request.of(traces).get(0).tree())).isEqualTo(NAMES);
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
    RequestTraces traces = new RequestTraces(Set.of(new TraceId(1, 7), new TraceId(2, 1)), 1_000);
    TraceReconstruction reconstruction = new TraceReconstruction(TraceLimits.DEFAULT, traces);
    chunks.forEach(chunk -> TestProgram.feed(chunk, reconstruction));
    reconstruction.close();
    assertThat(traces.requests()).hasSize(1);
    assertThat(text(traces.requests().get(0).tree())).isEqualTo("A.a() 0, S.s() 1");
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

  @Test
  void calls_without_any_trace_take_bounded_room() {
    TestProgram shop = new TestProgram(1);
    List<Long> gone = new ArrayList<>();
    TraceReconstruction reconstruction =
        new TraceReconstruction(
            TraceLimits.DEFAULT,
            new TraceListener() {
              @Override
              public void accept(Trace trace) {}

              @Override
              public void joined(Trace trace) {
                gone.add(trace.id());
              }
            });
    for (int i = 0; i < EarlyRemotes.MOST + 10; i++) {
      shop.came(i, i, i);
    }
    shop.chunk();
    shop.chunks().forEach(chunk -> TestProgram.feed(chunk, reconstruction));
    assertThat(gone).hasSize(10).contains(0L, 9L);
    assertThat(reconstruction.counts().forgotten()).isEqualTo(10);
    reconstruction.close();
    assertThat(gone).hasSize(EarlyRemotes.MOST + 10);
    assertThat(reconstruction.counts().records()).isEqualTo(EarlyRemotes.MOST + 10);
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
