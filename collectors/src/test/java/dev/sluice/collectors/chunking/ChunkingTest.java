package dev.sluice.collectors.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChunkingTest {
  private static final ChunkLimits LIMITS = new ChunkLimits(100, 1 << 20, 150_000_000);

  @Test
  void pump_sleeps_for_the_delay_of_the_first_limits_that_a_goal_gives() {
    Chunking goal = new Chunking(LIMITS, 100, DelayGoal.parse("p99<100ms"), 0);
    assertThat(goal.pauseNanos(false, 0)).isEqualTo(50_000_000);
    assertThat(new Chunking(LIMITS, 100, null, 0).pauseNanos(false, 0)).isEqualTo(150_000_000);
  }

  @Test
  void flood_makes_the_pump_nap_and_the_chunks_large() {
    Chunking chunking = new Chunking(LIMITS, 500, null, 0);
    assertThat(chunking.isBusy()).isFalse();
    assertThat(chunking.reason(100, 500, false, null, 1)).isNotNull();
    chunking.measureRate(10_000, 1_000_000);
    assertThat(chunking.isBusy()).isTrue();
    assertThat(chunking.reason(499, 500, false, null, 1)).isNull();
    assertThat(chunking.reason(500, 500, false, null, 1)).isNotNull();
  }
}
