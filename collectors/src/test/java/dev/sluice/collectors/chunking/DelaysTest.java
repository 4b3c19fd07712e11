package dev.sluice.collectors.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class DelaysTest {
  private final Delays delays = new Delays();

  @Test
  void quantiles_are_exact_to_three_percent_and_never_below() {
    for (int i = 1; i <= 1000; i++) {
      delays.add(i * 1_000_000L);
    }
    assertThat(delays.quantile(0.5)).isCloseTo(500_000_000L, Percentage.withPercentage(3.2));
    assertThat(delays.quantile(0.99)).isGreaterThanOrEqualTo(990_000_000L);
    assertThat(delays.quantile(1)).isCloseTo(1_000_000_000L, Percentage.withPercentage(3.2));
  }

  @Test
  void last_two_windows_count() {
    assertThat(delays.quantile(0.99)).isZero();
    delays.add(1_000_000_000);
    delays.rotate();
    delays.add(1_000_000);
    assertThat(delays.quantile(1)).isGreaterThanOrEqualTo(1_000_000_000);
    delays.rotate();
    assertThat(delays.quantile(1)).isCloseTo(1_000_000, within(40_000L));
    assertThat(delays.count()).isZero();
  }

  @Test
  void longest_and_shortest_times_have_a_place() {
    delays.add(Long.MAX_VALUE);
    delays.add(-1);
    assertThat(delays.quantile(1)).isGreaterThan(3_600_000_000_000L);
    assertThat(delays.quantile(0.5)).isEqualTo(1024);
  }
}
