package dev.sluice.collectors.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelayGoalTest {
  @Test
  void quantile_and_time_are_read_and_printed() {
    assertThat(DelayGoal.parse(" p99 < 250 ms ")).isEqualTo(new DelayGoal(0.99, 250_000_000));
    assertThat(DelayGoal.parse("p99.9<1s")).hasToString("p99.9<1s");
    assertThat(DelayGoal.parse("p50<5ms")).hasToString("p50<5ms");
    assertThat(DelayGoal.parse("p99<0.5m")).hasToString("p99<30s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "250ms", "p99", "p99<", "p99<250", "p99<4ms", "p20<1s", "p100<1s"})
  void what_is_no_goal_is_refused(String text) {
    assertThatThrownBy(() -> DelayGoal.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pNaN<1s",
        "p<1s",
        "q99<1s",
        "p99>1s",
        "p99<=1s",
        "p99(x)<1s",
        "p99d<1s",
        "p99<1s<2s"
      })
  void so_is_what_looks_like_one(String text) {
    assertThatThrownBy(() -> DelayGoal.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
