package dev.sluice.monitoring.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceSamplerTest {
  private static final long TICK_NANOS = 100_000_000;
  private static final int TICKS_PER_SECOND = 10;

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999})
  void rate_is_kept_within_three_traces_in_any_row_and_within_ten_of_each_kth(double rate) {
    TraceSampler sampler = TraceSampler.rate(rate);
    int traces = 20_000;
    boolean[] taken = new boolean[traces];
    for (int i = 0; i < traces; i++) {
      taken[i] = sampler.sample(1);
    }
    Random random = new Random(3);
    for (int row = 0; row < 2_000; row++) {
      int distance = 1 + random.nextInt(12);
      int from = random.nextInt(traces / 2);
      int length = 1 + random.nextInt((traces - from) / distance);
      int count = 0;
      for (int i = 0; i < length; i++) {
        count += taken[from + i * distance] ? 1 : 0;
      }
      assertThat((double) count)
          .as("%d from %d, each %d-th", length, from, distance)
          .isCloseTo(length * rate, Offset.offset(distance == 1 ? 3.0 : 10.0));
    }
  }

  @Test
  void threads_with_a_single_trace_are_sampled_at_the_rate_too() throws InterruptedException {
    TraceSampler sampler = TraceSampler.rate(0.2);
    AtomicInteger taken = new AtomicInteger();
    for (int i = 0; i < 1_000; i++) {
      Thread thread = new Thread(() -> taken.addAndGet(sampler.sample(0) ? 1 : 0));
      thread.start();
      thread.join();
    }
    assertThat(taken.get()).isCloseTo(200, Offset.offset(5));
  }

  @Test
  void rates_of_none_and_all_are_exact_and_others_refused() {
    TraceSampler none = TraceSampler.rate(0);
    TraceSampler all = TraceSampler.rate(1);
    for (int i = 0; i < 1_000; i++) {
      assertThat(none.sample(0)).isFalse();
      assertThat(all.sample(0)).isTrue();
    }
    assertThatThrownBy(() -> TraceSampler.rate(1.5))
        .hasMessage("rate must be from 0 to 1, was 1.5");
    assertThatThrownBy(() -> TraceSampler.rate(Double.NaN)).hasMessageContaining("NaN");
  }

  /** Traces of different lengths, many more than the budget allows. */
  private static long simulate(
      RecordBudget budget, int seconds, int tracesPerTick, int maxRecords) {
    Random random = new Random(11);
    long records = 0;
    int last = 0;
    for (int tick = 0; tick < seconds * TICKS_PER_SECOND; tick++) {
      for (int i = 0; i < tracesPerTick; i++) {
        last = budget.sample(last) ? 1 + random.nextInt(maxRecords) : 0;
        records += last;
      }
      budget.refill(TICK_NANOS, records);
    }
    return records;
  }

  @ParameterizedTest
  @ValueSource(longs = {7, 100, 10_000, 300_000})
  void budget_is_kept_and_used_up_whatever_the_traces_are_like(long perSecond) {
    int seconds = 60;
    for (int maxRecords : new int[] {1, 40, 2_000}) {
      long records = simulate(new RecordBudget(perSecond), seconds, 50_000, maxRecords);
      // One trace at the end may be paid later, and one tick's worth at the beginning is given.
      assertThat((double) records)
          .as("budget of %d, traces of up to %d", perSecond, maxRecords)
          .isBetween(
              0.98 * perSecond * seconds - maxRecords,
              1.02 * perSecond * seconds + perSecond / 5.0 + 2 * maxRecords);
    }
  }

  @Test
  void traffic_below_the_budget_is_not_sampled() {
    RecordBudget budget = new RecordBudget(10_000);
    long records = 0;
    for (int tick = 0; tick < 600; tick++) {
      for (int trace = 0; trace < 90; trace++) {
        assertThat(budget.sample(10)).as("trace %d of tick %d", trace, tick).isTrue();
        records += 10;
      }
      budget.refill(TICK_NANOS, records);
    }
  }

  @Test
  void idle_time_saves_one_seconds_budget_at_most() {
    RecordBudget budget = new RecordBudget(1_000);
    budget.refill(3_600_000_000_000L, 0);
    int taken = 0;
    for (int i = 0; i < 100_000; i++) {
      taken += budget.sample(1) ? 1 : 0;
    }
    assertThat(taken).isEqualTo(1_000);
  }

  private static int taken(RecordBudget budget, int traces, long records) {
    int taken = 0;
    for (int i = 0; i < traces; i++) {
      taken += budget.sample(records) ? 1 : 0;
    }
    return taken;
  }

  @Test
  void first_traces_are_few_until_the_length_of_one_is_known() {
    RecordBudget budget = new RecordBudget(10_000);
    assertThat(taken(budget, 10_000, 0)).as("threads with one trace each").isEqualTo(10);
    budget.refill(TICK_NANOS, 0); // none of them has a record yet
    assertThat(taken(budget, 10_000, 0)).as("still unknown").isEqualTo(20);
    budget.refill(TICK_NANOS, 30 * 50);
    // All 1 500 records are taken for those of the last 20 traces.
    assertThat(taken(budget, 10_000, 0)).as("3 000 - 1 500, of 75 each").isEqualTo(20);
  }

  @Test
  void length_that_a_thread_tells_is_known_at_once() {
    RecordBudget budget = new RecordBudget(10_000);
    assertThat(budget.sample(0)).isTrue();
    assertThat(taken(budget, 1_000, 9)).as("1 000 less 100, of 9 each").isEqualTo(100);
  }

  @Test
  void records_of_traces_that_never_end_are_paid_all_the_same() {
    RecordBudget budget = new RecordBudget(1_000);
    assertThat(budget.sample(0)).isTrue();
    budget.refill(TICK_NANOS, 5_000);
    for (int tick = 0; tick < 47; tick++) {
      assertThat(budget.sample(0)).as("tick %d", tick).isFalse();
      budget.refill(TICK_NANOS, 5_000);
    }
    budget.refill(TICK_NANOS, 5_000);
    budget.refill(TICK_NANOS, 5_000);
    assertThat(budget.sample(0)).isTrue();
  }

  @Test
  void rate_and_budget_are_combined() {
    RecordBudget budget = new RecordBudget(1_000);
    TraceSampler both = TraceSampler.rate(0.01).and(budget);
    int taken = 0;
    for (int i = 0; i < 5_000; i++) {
      taken += both.sample(1) ? 1 : 0;
    }
    assertThat(taken).isCloseTo(50, Offset.offset(3));
    for (int i = 0; i < 100_000; i++) {
      taken += both.sample(1) ? 1 : 0;
    }
    assertThat(taken).isEqualTo(100);
  }
}
