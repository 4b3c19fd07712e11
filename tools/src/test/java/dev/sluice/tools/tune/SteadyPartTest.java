package dev.sluice.tools.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SteadyPartTest {
  private static final long SECOND = 1_000_000_000;
  private static final long EPOCH = 1_700_000_000 * SECOND;

  private final RecordTimes times = new RecordTimes();
  private final Random random = new Random(7);

  /** Records at random distances, as many a second as the rate says at that second. */
  private void come(double from, double to, DoubleUnaryOperator rate) {
    double most = 0;
    for (double at = from; at <= to; at += (to - from) / 100) {
      most = Math.max(most, rate.applyAsDouble(at));
    }
    for (double at = from; at < to; at -= Math.log(1 - random.nextDouble()) / most) {
      if (random.nextDouble() * most < rate.applyAsDouble(at)) {
        times.add(EPOCH + (long) (at * SECOND));
      }
    }
  }

  private static double seconds(long nanos) {
    return (double) (nanos - EPOCH) / SECOND;
  }

  private void assertPart(double from, double to) {
    SteadyPart part = SteadyPart.of(times);
    assertThat(seconds(part.fromNanos())).isCloseTo(from, Offset.offset(0.05 * to));
    assertThat(seconds(part.toNanos())).isCloseTo(to, Offset.offset(0.05 * to));
    assertThat(part.remark())
        .startsWith("tuned for the steady part, ")
        .contains("records per second");
  }

  private void assertAll() {
    assertThat(SteadyPart.of(times).remark()).isEmpty();
  }

  @Test
  void a_burst_at_the_start_is_left_out_though_it_has_most_of_the_records() {
    come(0, 2, at -> 25_000);
    come(5, 60, at -> 100);
    assertPart(5, 60);
  }

  @Test
  void a_slow_start_is_left_out() {
    come(0, 30, at -> at < 8 ? 500 * at : 4000);
    assertPart(8, 30);
  }

  @Test
  void a_program_that_is_idle_in_the_end_is_tuned_for_while_it_works() {
    come(0, 40, at -> at < 25 ? 3000 : 5);
    assertPart(0, 25);
  }

  @Test
  void records_that_always_come_alike_are_all_steady() {
    come(0, 20, at -> 10_000);
    assertAll();
  }

  @Test
  void few_records_that_come_alike_are_all_steady() {
    come(0, 10, at -> 100);
    assertAll();
  }

  @Test
  void bursts_that_come_again_and_again_are_steady() {
    come(0, 60, at -> at % 3 < 0.2 ? 25_000 : 0);
    assertAll();
  }

  @Test
  void a_rate_that_always_grows_is_steady_nowhere() {
    come(0, 30, at -> 5000 * Math.exp((at - 30) / 6));
    assertThat(SteadyPart.of(times)).isNull();
  }

  @Test
  void one_burst_is_steady_nowhere() {
    come(0, 40, at -> at > 19 && at < 20 ? 5000 : 0.5);
    assertThat(SteadyPart.of(times)).isNull();
  }

  @Test
  void fewer_than_200_records_are_steady_nowhere() {
    assertThat(SteadyPart.of(times)).isNull();
    for (int i = 0; i < 199; i++) {
      times.add(EPOCH + i * SECOND);
    }
    assertThat(SteadyPart.of(times)).isNull();
    times.add(EPOCH + 199 * SECOND);
    assertAll();
  }

  @Test
  void records_of_many_hours_in_any_order_take_bounded_memory_and_are_all_counted() {
    for (int i = 0; i < 100_000; i++) {
      times.add(EPOCH + (long) (random.nextDouble() * 100_000) * SECOND);
    }
    assertThat(Arrays.stream(times.parts(50, 1)).summaryStatistics())
        .matches(all -> all.getCount() == 50 && all.getSum() == 100_000)
        .matches(all -> all.getMin() > 1600 && all.getMax() < 2400);
  }
}
