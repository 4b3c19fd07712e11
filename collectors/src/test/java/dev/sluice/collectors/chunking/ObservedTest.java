package dev.sluice.collectors.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What completions come to; times are milliseconds where nothing else is said. */
class ObservedTest {
  private static final long MILLI = 1_000_000;

  private final Observed observed = new Observed(0);

  private void completed(long sink, long at) {
    observed.completed(sink * MILLI, sink * MILLI, at * MILLI);
  }

  private Observed.Summary take(int closed) {
    return observed.take(closed);
  }

  private static Observed.Summary summary(long least, long spacing, long calm, boolean behind) {
    return new Observed.Summary(least * MILLI, spacing * MILLI, calm * MILLI, behind);
  }

  @Test
  void time_of_an_idle_sink_is_a_moving_mean_and_tells_no_spacing() {
    completed(10, 100);
    completed(30, 200);
    completed(35, 235); // given to the sink when that has just become idle
    assertThat(observed.chunks()).isEqualTo(3);
    assertThat(take(3)).isEqualTo(summary(10, 0, 20, false));
    assertThat(observed.chunks()).isZero();
  }

  @Test
  void spacing_is_that_of_chunks_which_came_while_an_earlier_one_was_there() {
    completed(10, 100);
    completed(100, 150);
    completed(100, 180);
    completed(200, 220);
    assertThat(take(4)).isEqualTo(summary(10, 40, 10, false));
  }

  @Test
  void completions_that_come_out_of_order_do_not_set_the_clock_back() {
    completed(10, 100);
    completed(100, 150);
    completed(100, 140);
    completed(100, 210);
    completed(100, 220);
    assertThat(take(5)).as("of 50, 0, 60 and 10").isEqualTo(summary(10, 30, 10, false));
  }

  @Test
  void sink_is_behind_that_completes_clearly_fewer_chunks_than_it_is_given() {
    assertThat(behind(4, 6)).isFalse();
    assertThat(behind(4, 7)).isTrue();
    assertThat(behind(12, 15)).isFalse();
    assertThat(behind(12, 16)).isTrue();
    assertThat(behind(1, 100)).as("an idle one").isFalse();
  }

  private static boolean behind(int completed, int closed) {
    ObservedTest test = new ObservedTest();
    test.completed(10, 100);
    for (int i = 1; i < completed; i++) {
      test.completed(1_000, 100 + i);
    }
    return test.take(closed).behind();
  }

  @Test
  void what_an_idle_sink_takes_is_at_most_the_spacing_of_one_that_is_behind() {
    completed(500, 1_000);
    completed(500, 1_020);
    assertThat(take(20).calmNanos()).isEqualTo(20 * MILLI);
  }

  @Test
  void what_was_due_before_the_first_completion_waited_for_a_connection() {
    completed(10, 100);
    assertThat(observed.sinkNanos(1)).isZero();
    completed(31, 130);
    assertThat(observed.sinkNanos(1)).isZero();
    completed(50, 150);
    assertThat(observed.sinkNanos(1)).isGreaterThanOrEqualTo(50 * MILLI);
    assertThat(observed.delayNanos(1)).isGreaterThanOrEqualTo(50 * MILLI);
    observed.forgetSink();
    assertThat(observed.sinkNanos(1)).isZero();
    assertThat(observed.delayNanos(1)).isPositive();
  }

  @Test
  void window_of_few_chunks_ends_after_ten_seconds() {
    completed(900, 1_000);
    completed(1, 9_999);
    completed(1, 10_000);
    completed(1, 19_999);
    assertThat(observed.delayNanos(1)).isGreaterThanOrEqualTo(900 * MILLI);
    completed(1, 20_000);
    assertThat(observed.delayNanos(1)).isLessThan(2 * MILLI);
  }

  @Test
  void window_of_fifty_chunks_ends_after_a_second() {
    assertThat(longestAfterTwoWindows(50, 1_000)).isLessThan(2 * MILLI);
    assertThat(longestAfterTwoWindows(49, 1_000)).isGreaterThanOrEqualTo(900 * MILLI);
    assertThat(longestAfterTwoWindows(50, 999)).isGreaterThanOrEqualTo(900 * MILLI);
  }

  private static long longestAfterTwoWindows(int chunks, long millis) {
    ObservedTest test = new ObservedTest();
    test.completed(900, 1);
    for (int window = 0; window < 2; window++) {
      for (int i = window == 0 ? 1 : 0; i < chunks - window; i++) {
        test.completed(1, window * millis + 1);
      }
      test.completed(1, (window + 1) * millis);
    }
    return test.observed.delayNanos(1);
  }
}
