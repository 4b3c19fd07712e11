package dev.sluice.benchmarks.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SummaryTest {
  private static final Metric TIME = new Metric("time", "ns", 1);

  private static Sample sample(double... values) {
    return new Sample(Cell.of(), TIME, values, null);
  }

  @Test
  void quartiles_and_tails_are_those_of_all_values() {
    double[] values = IntStream.rangeClosed(1, 1001).mapToDouble(i -> i).toArray();

    Summary all = Summary.of(List.of(sample(values)));

    assertThat(all.count()).isEqualTo(1001);
    assertThat(all.mean()).isEqualTo(501);
    assertThat(all.p25()).isCloseTo(251, within(1.0));
    assertThat(all.p50()).isEqualTo(501);
    assertThat(all.p75()).isCloseTo(751, within(1.0));
    assertThat(all.p99()).isCloseTo(991, within(1.0));
    assertThat(all.p999()).isCloseTo(1000, within(1.0));
  }

  @Test
  void interval_is_as_wide_as_jvms_differ() {
    Summary alike = Summary.of(List.of(sample(9, 11), sample(11, 9), sample(10, 10)));
    Summary apart = Summary.of(List.of(sample(5, 5), sample(15, 15), sample(10, 10)));

    assertThat(alike.mean()).isEqualTo(10);
    assertThat(alike.low()).isBetween(9.0, 9.9);
    assertThat(alike.high()).isBetween(10.1, 11.0);
    assertThat(apart.mean()).isEqualTo(10);
    assertThat(apart.low()).isLessThan(7);
    assertThat(apart.high()).isGreaterThan(13);
  }

  @Test
  void a_single_value_has_no_interval() {
    Summary one = Summary.of(List.of(sample(7)));

    assertThat(one.isSingle()).isTrue();
    assertThat(one.mean()).isEqualTo(7);
    assertThat(one.low()).isEqualTo(one.high());
  }

  @Test
  void percentiles_of_single_events_are_not_those_of_turns() {
    Histogram first = new Histogram(3);
    first.recordValueWithCount(100, 999);
    Histogram second = new Histogram(3);
    second.recordValue(5000);

    Summary all =
        Summary.of(
            List.of(
                new Sample(Cell.of(), TIME, new double[] {100}, first),
                new Sample(Cell.of(), TIME, new double[] {110}, second)));

    assertThat(all.count()).isEqualTo(1000);
    assertThat(all.mean()).isEqualTo(105);
    assertThat(all.p99()).isEqualTo(100);
    assertThat(all.p999()).isEqualTo(100);
    assertThat(all.sum()).isEqualTo(210);
  }
}
