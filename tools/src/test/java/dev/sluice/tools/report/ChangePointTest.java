package dev.sluice.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChangePointTest {
  private static final double CHANCE = 0.01;

  @Test
  void chances_are_those_of_the_tables() {
    // Of 2 and 3 values there are 10 orders, of which 1, 1, 2, 2, 2, 1, 1 have U from 0 to 6.
    double[] few = {0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 1};
    assertThat(ChangePoint.chances(2, 3)).containsExactly(few, within(1e-12));
    // One, one, two, three and five of 252: what partitions of 0 to 4 there are.
    assertThat(ChangePoint.chances(5, 5)[4]).isCloseTo(12 / 252.0, within(1e-12));
    // Of 64 and half of them, the orders are no whole numbers that a double holds.
    assertThat(ChangePoint.chances(32, 32)[0])
        .isCloseTo(1 / 1.832624140942590534e18, within(1e-30));
  }

  @Test
  void step_has_the_chance_of_its_pairs_times_the_points() {
    // No pair falls: one order of 20, at any of 6 points.
    ChangePoint step = of(new double[] {2, 1, 3, 8, 9, 7});
    assertThat(step.from()).isEqualTo(3);
    assertThat(step.until()).isEqualTo(6);
    assertThat(step.chance()).isCloseTo(6 / 20.0, within(1e-12));
    // One pair is a tie, which is half a pair and counts as one: 1 + 1 orders of 70, at 8 points.
    ChangePoint tie = of(new double[] {1, 1, 5, 1, 9, 5, 9, 9});
    assertThat(tie.from()).isEqualTo(4);
    assertThat(tie.chance()).isCloseTo(8 * 2 / 70.0, within(1e-12));
  }

  @Test
  void a_part_that_ends_counts_for_each_pair_of_points() {
    double[] values = IntStream.range(0, 24).mapToDouble(i -> i >= 8 && i < 16 ? 9 : 1).toArray();
    ChangePoint middle = of(values);
    assertThat(middle.from()).isEqualTo(8);
    assertThat(middle.until()).isEqualTo(16);
    assertThat(middle.chance()).isCloseTo(24 * 24 / 2.0 / 735_471, within(1e-12)); // 8 of 24
    assertThat(middle.isSlope()).isFalse();
  }

  @Test
  void two_values_that_are_back_are_no_end() {
    double[] values = IntStream.range(0, 24).mapToDouble(i -> i >= 8 && i < 22 ? 9 : 1).toArray();
    assertThat(of(values).until()).isEqualTo(24);
  }

  @Test
  void late_step_is_found() {
    double[] values = IntStream.range(0, 48).mapToDouble(i -> i < 43 ? i % 7 : 9).toArray();
    assertThat(of(values).from()).isEqualTo(43);
    assertThat(of(values).chance()).isLessThan(CHANCE / 100);
  }

  @Test
  void line_is_a_slope_whatever_its_form() {
    double[] line = IntStream.range(0, 32).mapToDouble(i -> i).toArray();
    double[] curve = IntStream.range(0, 32).mapToDouble(i -> Math.exp(i)).toArray();
    assertThat(of(line).isSlope()).isTrue();
    assertThat(of(curve)).isEqualTo(of(line));
  }

  @Test
  void noise_is_no_step_and_noise_with_a_step_is_no_slope() {
    Random random = new Random(1);
    int steps = 0;
    int slopes = 0;
    for (int k = 0; k < 1_000; k++) {
      double[] noise = random.doubles(40).toArray();
      steps += of(noise).chance() <= CHANCE ? 1 : 0;
      for (int i = 20; i < 40; i++) {
        noise[i] += 1;
      }
      slopes += of(noise).isSlope() ? 1 : 0;
    }
    assertThat(steps).isLessThanOrEqualTo((int) (1_000 * CHANCE));
    assertThat(slopes).isLessThanOrEqualTo((int) (1_000 * CHANCE));
  }

  @Test
  void values_that_are_all_the_same_are_no_step() {
    assertThat(of(new double[20])).isEqualTo(new ChangePoint(0, 20, 1, false));
  }

  private static ChangePoint of(double[] values) {
    return ChangePoint.of(values, ChangePoint.chances(values.length));
  }
}
