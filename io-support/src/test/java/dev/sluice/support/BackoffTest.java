package dev.sluice.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {
  @Test
  void pauses_double_up_to_the_longest_with_jitter_and_begin_anew_after_a_success() {
    Backoff backoff = new Backoff(Duration.ofMillis(50), Duration.ofMillis(300), 7);
    for (int round = 0; round < 100; round++) {
      for (long most : new long[] {50, 100, 200, 300, 300, 300}) {
        assertThat(backoff.nextNanos()).isBetween(most * 500_000, most * 1_000_000);
      }
      backoff.reset();
    }
  }

  @Test
  void shortest_pause_there_is_has_jitter_too() {
    Backoff backoff = new Backoff(Duration.ofNanos(2), Duration.ofNanos(2), 7);
    for (int i = 0; i < 100; i++) {
      assertThat(backoff.nextNanos()).isBetween(1L, 2L);
    }
  }

  @Test
  void longest_below_the_first_counts_as_the_first() {
    Backoff backoff = new Backoff(Duration.ofSeconds(1), Duration.ofMillis(1), 7);
    backoff.nextNanos();
    assertThat(backoff.nextNanos()).isBetween(500_000_000L, 1_000_000_000L);
  }
}
