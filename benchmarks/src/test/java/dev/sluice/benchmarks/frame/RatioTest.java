package dev.sluice.benchmarks.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class RatioTest {
  @Test
  void a_turn_is_compared_with_the_floor_of_the_same_turn() {
    Ratio ratio =
        Ratio.of(
            List.of(List.of(2.0, 20.0), List.of(200.0, 2000.0)),
            List.of(List.of(1.0, 10.0), List.of(100.0, 1000.0)));

    assertThat(ratio).isEqualTo(new Ratio(2, 2, 2));
  }

  @Test
  void interval_holds_the_median_and_is_as_wide_as_jvms_differ() {
    List<List<Double>> floor = List.of(List.of(1.0, 1.0), List.of(1.0, 1.0), List.of(1.0, 1.0));

    Ratio ratio = Ratio.of(List.of(List.of(1.0, 1.1), List.of(1.2, 1.2), List.of(1.9, 2.0)), floor);

    assertThat(ratio.median()).isCloseTo(1.2, within(1e-9));
    assertThat(ratio.low()).isBetween(1.0, 1.1);
    assertThat(ratio.high()).isBetween(1.9, 2.0);
  }

  @Test
  void one_outlier_among_many_turns_changes_nothing() {
    List<Double> turns = List.of(1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 50.0);
    List<Double> ones = List.of(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0);

    assertThat(Ratio.of(List.of(turns, turns), List.of(ones, ones)))
        .isEqualTo(new Ratio(1.1, 1.1, 1.1));
  }
}
