package dev.sluice.analysis.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.requests.RequestComparison.KindChange;
import dev.sluice.analysis.traces.RequestSample;
import dev.sluice.analysis.traces.TestProgram;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceReconstruction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("one-jdk")
class WholeRequestsTest {
  private static final long MILLISECOND = 1_000_000;
  private static final long APART = 40 * MILLISECOND;

  /** Who orders waits for stock, with a clock of its own, which sends a message to mail. */
  private static final class Programs {
    private final TestProgram shop = new TestProgram(1);
    private final TestProgram stock = new TestProgram(2);
    private final TestProgram mail = new TestProgram(3);

    Programs order(int i, long inShop, long inStock) {
      long begin = i * APART;
      long end = begin + inShop + inStock;
      long there = begin + inShop / 2 - 90_000 * MILLISECOND;
      shop.of(i).left(i, begin + 1, 0, 1, 10 * i + 1, "http");
      shop.execution(i, "order()", begin, end, 0, 0);
      stock.of(i).came(i, there, 10 * i + 1).left(i, there + 1, 0, 1, 10 * i + 2, "kafka");
      stock.execution(i, "find()", there, there + inStock, 0, 0);
      mail.of(i).came(i, end + MILLISECOND, 10 * i + 2);
      mail.execution(i, "send()", end + MILLISECOND, end + 4 * MILLISECOND, 0, 0);
      return this;
    }

    List<Trace> traces() {
      List<TestProgram.TestChunk> chunks = new ArrayList<>();
      List.of(shop, stock, mail).forEach(one -> chunks.addAll(one.end().chunks()));
      return TestProgram.reconstruct(chunks, TraceLimits.DEFAULT).traces();
    }

    WholeRequests read() {
      RequestSample sample = new RequestSample();
      traces().forEach(sample::accept);
      return WholeRequests.of(sample);
    }
  }

  private static RequestComparison compare(WholeRequests before, WholeRequests after) {
    return RequestComparison.of(before.figures(), after.figures(), true, 2);
  }

  private static String text(WholeRequests of) {
    StringBuilder all = new StringBuilder();
    of.figures()
        .kinds()
        .forEach(
            (name, kind) -> {
              all.append(name.calls()).append(figures(kind.requests, of));
              new TreeMap<>(kind.operations)
                  .forEach((program, tally) -> all.append(program).append(figures(tally, of)));
            });
    return all.toString();
  }

  private static String figures(Tally tally, WholeRequests of) {
    Calls sum = tally.sum(of.figures().slices());
    return " %d %d %d, ".formatted(sum.calls(), sum.total(), sum.self());
  }

  @Test
  void each_program_has_its_own_time_and_a_message_is_waited_for_by_none() {
    Programs programs = new Programs();
    for (int i = 0; i < 10; i++) {
      programs.order(i, 300, 1_000);
    }

    WholeRequests whole = programs.read();

    assertThat(whole.requests()).isEqualTo(10);
    assertThat(whole.incomplete()).isZero();
    assertThat(text(whole))
        .isEqualTo(
            "[order()] 10 13000 3000, program 1 10 13000 3000, program 2 10 10000 10000, "
                + "program 3 10 30000000 30000000, ");
  }

  @Test
  void what_lacks_something_is_left_out_but_who_called_the_first_may_be_unknown() {
    Programs programs = new Programs().order(1, 300, 1_000);
    programs.shop.of(2).came(2, 2 * APART, 999);
    programs.order(2, 300, 1_000);
    programs.shop.of(3).left(3, 3 * APART, 0, 1, 31, "http");
    programs.shop.execution(3, "order()", 3 * APART, 3 * APART + 10, 0, 0);

    WholeRequests whole = programs.read();

    assertThat(whole.requests()).isEqualTo(2);
    assertThat(whole.incomplete()).isEqualTo(1);
  }

  @Test
  void a_program_that_calls_itself_through_another_counts_once() {
    TestProgram shop = new TestProgram(1);
    TestProgram stock = new TestProgram(2);
    shop.left(1, 10, 0, 1, 11, "http").execution(1, "order()", 0, 100, 0, 0);
    stock.came(1, 20, 11).left(1, 30, 0, 1, 12, "http").execution(1, "find()", 20, 80, 0, 0);
    shop.came(2, 40, 12).execution(2, "price()", 40, 70, 0, 0);
    RequestSample sample = new RequestSample();
    TraceReconstruction to = new TraceReconstruction(TraceLimits.DEFAULT, sample);
    shop.end().chunks().forEach(chunk -> TestProgram.feed(chunk, to));
    stock.end().chunks().forEach(chunk -> TestProgram.feed(chunk, to));
    to.close();

    assertThat(text(WholeRequests.of(sample)))
        .isEqualTo("[order()] 1 100 40, program 1 2 100 70, program 2 1 60 30, ");
  }

  @Test
  void the_program_that_got_slower_explains_the_request() {
    Random random = new Random(3);
    Programs before = new Programs();
    Programs after = new Programs();
    for (int i = 0; i < 400; i++) {
      before.order(i, 300 + random.nextInt(50), 1_000 + random.nextInt(200));
      after.order(i, 300 + random.nextInt(50), 1_500 + random.nextInt(200));
    }

    KindChange orders = compare(before.read(), after.read()).kinds().get(0);

    assertThat(orders.request().verdict()).isEqualTo(Change.Verdict.SLOWER);
    Change main = orders.main().orElseThrow();
    assertThat(main.operation()).isEqualTo("program 2");
    assertThat(main.cause()).isEqualTo(Change.Cause.SELF);
    assertThat(main.effect()).isBetween(480.0, 520.0);
    assertThat(orders.operations().stream().filter(Change::isClear).map(Change::operation))
        .containsExactlyInAnyOrder("program 2", "program 1");
  }

  @Test
  void of_more_than_there_is_room_for_a_part_is_whole_whatever_the_order() {
    Programs programs = new Programs();
    for (int i = 0; i < 12_000; i++) {
      programs.order(i, 300 + i, 1_000);
    }
    List<Trace> traces = new ArrayList<>(programs.traces());
    String first = null;
    for (int seed = 0; seed < 3; seed++) {
      Collections.shuffle(traces, new Random(seed));
      RequestSample sample = new RequestSample();
      RequestSample other = new RequestSample();
      traces.subList(0, 6_000).forEach(sample::accept);
      traces.subList(6_000, traces.size()).forEach(other::accept);
      sample.merge(other);

      WholeRequests whole = WholeRequests.of(sample);

      assertThat(whole.incomplete()).isZero();
      assertThat(whole.each()).isEqualTo(2);
      assertThat(whole.requests()).isBetween(5_500L, 6_500L);
      first = first == null ? text(whole) : first;
      assertThat(text(whole)).isEqualTo(first);
    }
  }

  @Test
  void intervals_hold_the_true_change_of_a_program() {
    int pairs = Integer.getInteger("sluice.pairs", 40);
    int[] covered = new int[2];
    int alarms = 0;
    for (int pair = 0; pair < pairs; pair++) {
      KindChange change =
          compare(drawn(2L * pair, 1).read(), drawn(2L * pair + 1, 1.3).read()).kinds().get(0);
      for (Change program : change.operations()) {
        double truth = program.operation().equals("program 2") ? 0.3 : 0;
        FigureChange self = program.figures().get(Figure.SELF);
        covered[0] += self.low() <= truth && truth <= self.high() ? 1 : 0;
        covered[1]++;
      }
      KindChange same =
          compare(drawn(-2L * pair - 1, 1).read(), drawn(-2L * pair - 2, 1).read()).kinds().get(0);
      alarms +=
          same.request().isClear() || same.operations().stream().anyMatch(Change::isClear) ? 1 : 0;
    }
    System.out.printf("%d of %d, %d false alarms%n", covered[0], covered[1], alarms);
    assertThat((double) covered[0] / covered[1]).isGreaterThanOrEqualTo(pairs < 1000 ? 0.88 : 0.93);
    assertThat(alarms).isLessThanOrEqualTo(Math.max(2, pairs / 20));
  }

  /** Times with heavy tails under a load that changes slowly. */
  private static Programs drawn(long seed, double slower) {
    Random random = new Random(seed * 7_919);
    Programs programs = new Programs();
    double load = random.nextGaussian();
    for (int i = 0; i < 1_000; i++) {
      load = 0.9 * load + Math.sqrt(1 - 0.81) * random.nextGaussian();
      double busy = Math.exp(0.3 * load);
      long inShop = Math.round(100_000 * busy * Math.exp(random.nextGaussian()));
      long inStock = Math.round(300_000 * busy * slower * Math.exp(0.8 * random.nextGaussian()));
      programs.order(i, inShop, inStock);
    }
    return programs;
  }
}
