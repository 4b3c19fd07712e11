package dev.sluice.collectors.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DrainPaceTest {
  private static final long DELAY = 200_000_000;
  private final DrainPace pace = new DrainPace(DELAY, 1_000, 0);

  @Test
  void idle_ring_is_looked_at_once_per_delay() {
    assertThat(pace.nanos()).isEqualTo(DELAY);
    pace.measureRate(0, DELAY);
    assertThat(pace.nanos()).isEqualTo(DELAY);
  }

  @Test
  void chunk_that_is_full_just_before_its_time_is_looked_at_four_times() {
    pace.measureRate(1_100, DELAY);
    assertThat(pace.nanos()).isEqualTo(DELAY / 4);
  }

  @Test
  void rate_that_leaves_time_needs_fewer_looks() {
    pace.measureRate(2_000, DELAY);
    assertThat(pace.nanos()).isBetween(DELAY / 3, DELAY / 2);
    assertThat(pace.isBusy()).as("10 000 records/s").isFalse();
  }

  @Test
  void flood_makes_the_pump_nap_until_it_ends() {
    pace.measureRate(10_000, 1_000_000);
    assertThat(pace.isBusy()).isTrue();
    assertThat(pace.nanos()).isLessThan(1_000_000);
    pace.measureRate(10_100, 1_100_000);
    assertThat(pace.isBusy()).isFalse();
  }

  @Test
  void chunk_that_is_full_just_when_its_time_is_over_needs_no_more_looks() {
    pace.measureRate(1_000, DELAY);
    assertThat(pace.nanos()).isEqualTo(DELAY);
  }

  @Test
  void look_of_a_millisecond_tells_the_rate_and_a_shorter_one_does_not() {
    pace.measureRate(500, 1_000_000);
    assertThat(pace.isBusy()).as("500 000 records/s").isTrue();
    assertThat(pace.nanos()).isEqualTo(100_000);
    pace.measureRate(1_000, 2_000_000 + 2_000);
    assertThat(pace.isBusy()).as("a bit fewer").isFalse();
    pace.measureRate(2_000, 2_500_000);
    assertThat(pace.isBusy()).as("more, for too short").isFalse();
  }

  @Test
  void pump_naps_while_there_are_256_rows_a_look() {
    pace.measureRate(1_000, 1_000_000);
    pace.measureRate(1_256, 1_100_000);
    assertThat(pace.isBusy()).isTrue();
    pace.measureRate(1_511, 1_200_000);
    assertThat(pace.isBusy()).isFalse();
  }
}
