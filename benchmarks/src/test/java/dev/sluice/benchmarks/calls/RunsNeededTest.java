package dev.sluice.benchmarks.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RunsNeededTest {
  private static final int MEASURED = 200;

  private final Random random = new Random(7);

  private double[] runs(double mean, double deviation) {
    return random
        .doubles(MEASURED)
        .map(unused -> mean + deviation * random.nextGaussian())
        .toArray();
  }

  @Test
  void effect_of_half_a_deviation_takes_about_64_runs_as_in_tables_of_power() {
    // Cohen 1988, table 2.4.1: d = 0.5, two-sided 5 %, power 80 %.
    RunsNeeded needed = new RunsNeeded(runs(100, 4), runs(102, 4));

    assertThat(needed.slowdown()).isCloseTo(0.02, within(0.01));
    double expected = 16 / Math.pow(needed.effectSize(), 2);
    assertThat((double) needed.runs(0.8)).isBetween(0.7 * expected, 1.4 * expected);
    assertThat(needed.runs(0.95)).isGreaterThan(needed.runs(0.8));
    assertThat(needed.interval()[0]).isBetween(needed.runs(0.95) / 3, needed.runs(0.95));
    assertThat(needed.interval()[1]).isBetween(needed.runs(0.95), 3 * needed.runs(0.95));
  }

  @Test
  void slowdown_far_above_the_spread_takes_few_runs_and_none_is_never_found() {
    assertThat(new RunsNeeded(runs(100, 0.1), runs(102, 0.1)).runs(0.95)).isLessThan(5);
    assertThat(new RunsNeeded(runs(100, 0.1), runs(102, 0.1)).interval()).containsExactly(2, 2);
    RunsNeeded faster = new RunsNeeded(runs(100, 4), runs(99, 4));
    assertThat(faster.runs(0.8)).isZero();
    assertThat(faster.interval()[1]).isZero();
  }
}
