package dev.sluice.monitoring.samplers.system;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RatesTest {
  private static final long SECOND = 1_000_000_000L;

  private final Rates rates = new Rates();

  @Test
  void rates_are_of_the_time_between_two_samples_of_a_device() {
    assertThat(rates.perSecond("a", 0, 100, 7)).isNull();
    assertThat(rates.perSecond("b", SECOND, 0, 0)).isNull();
    assertThat(rates.perSecond("a", 2 * SECOND, 300, 8)).containsExactly(100, 0.5);
    assertThat(rates.perSecond("a", 3 * SECOND, 300, 8)).containsExactly(0, 0);
  }

  @Test
  void counter_that_begins_anew_is_no_negative_rate() {
    rates.perSecond("a", 0, 100);
    assertThat(rates.perSecond("a", SECOND, 5)).containsExactly(0);
    assertThat(rates.perSecond("a", SECOND, 6)).isNull();
  }
}
