package dev.sluice.analysis.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.traces.TestProgram;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceLimits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ServiceCallsTest {
  private static final long AHEAD = -3_200_000;

  /** Calls that take some time on the way there and back; the other clock is ahead. */
  private static List<Trace> calls(int count, String medium, long seed) {
    Random random = new Random(seed);
    TestProgram shop = new TestProgram(1);
    TestProgram stock = new TestProgram(2);
    for (int i = 0; i < count; i++) {
      long begin = 10_000_000L * i;
      long there = begin + 100_000 + random.nextInt(1_000_000);
      long back = there + 500_000 + random.nextInt(1_000_000);
      long end = back + 100_000 + random.nextInt(1_000_000);
      shop.left(i, begin, 0, 1, 1_000 + i, medium);
      shop.execution(i, "A.a()", begin, end, 0, 0);
      stock.came(i, there + AHEAD, 1_000 + i);
      if (i % 10 == 0) {
        stock.failedExecution(i, "S.s()", there + AHEAD, back + AHEAD, 0, 0);
      } else {
        stock.execution(i, "S.s()", there + AHEAD, back + AHEAD, 0, 0);
      }
    }
    List<TestProgram.TestChunk> chunks = new ArrayList<>(shop.end().chunks());
    chunks.addAll(stock.end().chunks());
    List<Trace> traces =
        new ArrayList<>(TestProgram.reconstruct(chunks, TraceLimits.DEFAULT).traces());
    Collections.shuffle(traces, random);
    return traces;
  }

  private static String text(ServiceCalls calls) {
    return calls.edges().stream()
            .map(
                one ->
                    one.key()
                        + " "
                        + one.calls()
                        + " "
                        + one.called().failed()
                        + " "
                        + one.called().quantile(0.5))
            .toList()
        + " "
        + calls.offsets()
        + " "
        + calls.each();
  }

  private static ServiceCalls of(List<Trace> traces, int most) {
    ServiceCalls calls = new ServiceCalls(most);
    traces.forEach(calls::add);
    return calls;
  }

  @Test
  void both_sides_of_each_call_are_joined() {
    ServiceCalls calls = of(calls(200, "http", 1), ServiceCalls.MOST);
    assertThat(calls.edges()).hasSize(1);
    ServiceEdge edge = calls.edges().get(0);
    assertThat(edge.key()).isEqualTo(new ServiceEdge.Key("program 1", "program 2", false));
    assertThat(edge.calls()).isEqualTo(200);
    assertThat(edge.called().failed()).isEqualTo(20);
    assertThat(edge.called().min()).isBetween(500_000L, 600_000L);
  }

  @Test
  void the_interval_of_offsets_holds_the_true_one_and_more_calls_make_it_shorter() {
    long length = Long.MAX_VALUE;
    for (int count : new int[] {1, 20, 1_000}) {
      ClockOffset offset = of(calls(count, "http", 2), ServiceCalls.MOST).offsets().get(0);
      assertThat(offset.least()).isLessThanOrEqualTo(AHEAD);
      assertThat(offset.most()).isGreaterThanOrEqualTo(AHEAD);
      assertThat(offset.agreeing()).isEqualTo(count);
      assertThat(offset.most() - offset.least()).isLessThan(length);
      length = offset.most() - offset.least();
    }
    assertThat(length).isCloseTo(200_000, within(50_000L));
  }

  @Test
  void messages_bound_the_offset_on_one_side() {
    ClockOffset offset = of(calls(100, "kafka", 3), ServiceCalls.MOST).offsets().get(0);
    assertThat(offset.isBounded()).isFalse();
    assertThat(offset.most()).isBetween(AHEAD, AHEAD + 200_000);
  }

  @Test
  void a_call_that_nobody_waited_for_does_not_outvote_the_others() {
    List<Trace> traces = calls(50, "http", 4);
    TestProgram shop = new TestProgram(1).left(900, 0, 0, 1, 9_000, "http");
    shop.execution(900, "A.a()", 0, 9_000_000, 0, 0).end();
    TestProgram stock = new TestProgram(2).came(900, 8_900_000, 9_000);
    stock.execution(900, "S.s()", 8_900_000, 9_900_000, 0, 0).end();
    List<TestProgram.TestChunk> chunks = new ArrayList<>(shop.chunks());
    chunks.addAll(stock.chunks());
    traces.addAll(TestProgram.reconstruct(chunks, TraceLimits.DEFAULT).traces());
    ClockOffset offset = of(traces, ServiceCalls.MOST).offsets().get(0);
    assertThat(offset.calls()).isEqualTo(51);
    assertThat(offset.agreeing()).isEqualTo(50);
    assertThat(offset.least()).isLessThanOrEqualTo(AHEAD);
    assertThat(offset.most()).isGreaterThanOrEqualTo(AHEAD);
  }

  @Test
  void what_is_kept_of_many_calls_depends_on_no_order_and_no_division() throws IOException {
    List<Trace> traces = calls(500, "http", 5);
    ServiceCalls expected = of(traces, 300);
    assertThat(expected.each()).isGreaterThanOrEqualTo(4);
    assertThat(expected.edges().get(0).calls() * expected.each()).isBetween(300L, 700L);
    Random random = new Random(6);
    for (int round = 0; round < 20; round++) {
      Collections.shuffle(traces, random);
      int part = random.nextInt(traces.size());
      ServiceCalls one = again(of(traces.subList(0, part), 300));
      one.merge(of(traces.subList(part, traces.size()), 300));
      assertThat(text(again(one))).isEqualTo(text(expected));
    }
  }

  /** The same from its state. */
  private static ServiceCalls again(ServiceCalls calls) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    calls.state(StateCodec.writing(new DataOutputStream(out)));
    ServiceCalls read = new ServiceCalls(300);
    ByteArrayInputStream in = new ByteArrayInputStream(out.toByteArray());
    read.state(StateCodec.reading(new DataInputStream(in)));
    assertThat(in.available()).isZero();
    return read;
  }

  @Test
  void sides_that_find_no_other_are_told_apart() {
    TestProgram shop = new TestProgram(1).left(1, 5, 0, 1, 1, "http");
    shop.execution(1, "A.a()", 0, 10, 0, 0).came(2, 20, 2).execution(2, "A.a()", 21, 30, 0, 0);
    ServiceCalls calls = of(shop.end().reconstruct().traces(), ServiceCalls.MOST);
    assertThat(calls.edges())
        .extracting(ServiceEdge::key)
        .containsExactlyInAnyOrder(
            new ServiceEdge.Key("program 1", null, false),
            new ServiceEdge.Key(null, "program 1", false));
    assertThat(calls.offsets()).isEmpty();
  }

  @Test
  void times_that_no_clock_has_break_nothing() {
    List<TestProgram.TestChunk> chunks = new ArrayList<>();
    for (long time : new long[] {Long.MIN_VALUE, 0, Long.MAX_VALUE}) {
      TestProgram shop = new TestProgram(time).left(1, time, 0, 1, 1, "http");
      chunks.addAll(shop.execution(1, "A.a()", time, -time, 0, 0).end().chunks());
      TestProgram stock = new TestProgram(time + 1).came(1, -time, 1);
      chunks.addAll(stock.execution(1, "S.s()", -time, time, 0, 0).end().chunks());
    }
    List<Trace> traces = TestProgram.reconstruct(chunks, TraceLimits.DEFAULT).traces();
    assertThat(of(traces, ServiceCalls.MOST).offsets()).hasSizeLessThanOrEqualTo(3);
  }
}
