package dev.sluice.collectors.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.CloseReason;
import org.junit.jupiter.api.Test;

/** What one decision comes to, by the limits that it is given; times are milliseconds. */
class AdaptationStepTest {
  private static final long MILLI = 1_000_000;
  private static final ChunkLimits MOST = new ChunkLimits(8192, 900 << 10, 250 * MILLI);

  private final Observed observed = new Observed(0);
  private final Adaptation adaptation =
      new Adaptation(DelayGoal.parse("p99<250ms"), MOST, observed, 0);
  private long now;

  private static ChunkLimits limits(int records, long delay) {
    return new ChunkLimits(records, MOST.bytes(), delay * MILLI);
  }

  private void completed(long sink, long at) {
    observed.completed(sink * MILLI, sink * MILLI, at * MILLI);
  }

  private void closed(int chunks, int rows, CloseReason reason) {
    for (int i = 0; i < chunks; i++) {
      adaptation.closed(rows, reason);
    }
  }

  private ChunkLimits decide(ChunkLimits limits) {
    now += 1_000;
    return adaptation.next(limits, now * MILLI);
  }

  /** A decision where the sink takes no time. */
  private ChunkLimits calm(ChunkLimits limits) {
    completed(0, now + 500);
    return decide(limits);
  }

  @Test
  void first_limits_leave_half_of_the_goal() {
    assertThat(adaptation.first()).isEqualTo(limits(1024, 125));
  }

  @Test
  void nothing_is_decided_before_a_second_or_without_a_completion() {
    ChunkLimits first = adaptation.first();
    assertThat(adaptation.next(first, 5_000 * MILLI)).isSameAs(first);
    completed(0, 500);
    assertThat(adaptation.next(first, 1_000 * MILLI - 1)).isSameAs(first);
    assertThat(adaptation.next(first, 1_000 * MILLI)).isNotSameAs(first);
  }

  @Test
  void time_between_decisions_is_twice_a_long_goal() {
    Adaptation slow = new Adaptation(DelayGoal.parse("p99<1s"), MOST, observed, 0);
    completed(0, 500);
    ChunkLimits first = limits(1024, 100);
    assertThat(slow.next(first, 2_000 * MILLI - 1)).isSameAs(first);
    assertThat(slow.next(first, 2_000 * MILLI)).isNotSameAs(first);
  }

  @Test
  void delay_grows_by_a_quarter_up_to_what_is_left_of_the_goal() {
    assertThat(calm(limits(1024, 100)).delayNanos()).isEqualTo(125 * MILLI);
    assertThat(calm(limits(1024, 225)).delayNanos()).isBetween(237 * MILLI, 237_500_000L);
    ChunkLimits near = limits(1024, 230);
    assertThat(calm(near)).as("less than five percent").isSameAs(near);
    assertThat(adaptation.raised()).isEqualTo(2);
    assertThat(adaptation.lowered()).isZero();
  }

  @Test
  void delay_is_what_the_sink_leaves_and_at_most_halved_at_a_time() {
    completed(150, 200);
    completed(200, 400);
    assertThat(decide(limits(1024, 200)).delayNanos()).isEqualTo(100 * MILLI);
    completed(200, 1_400);
    assertThat(decide(limits(1024, 60)).delayNanos()).isBetween(30 * MILLI, 40 * MILLI);
    assertThat(adaptation.lowered()).isEqualTo(2);
    assertThat(adaptation.raised()).isZero();
  }

  @Test
  void records_double_while_a_quarter_of_the_chunks_is_full() {
    closed(1, 1024, CloseReason.RECORDS);
    closed(3, 1000, CloseReason.AGE);
    assertThat(calm(limits(1024, 230)).records()).isEqualTo(2048);
    closed(1, 1024, CloseReason.RECORDS);
    closed(4, 1000, CloseReason.AGE);
    assertThat(calm(limits(1024, 230)).records()).isEqualTo(1024);
    assertThat(calm(limits(1024, 230)).records()).as("no chunk was closed").isEqualTo(1024);
    closed(1, 8192, CloseReason.RECORDS);
    assertThat(calm(limits(8192, 230)).records()).isEqualTo(8192);
    assertThat(adaptation.raised()).isEqualTo(1);
  }

  @Test
  void records_halve_after_eight_periods_without_a_chunk_that_is_a_quarter_full() {
    assertThat(recordsAfter(8, 511)).isEqualTo(1024);
    assertThat(recordsAfter(7, 511)).isEqualTo(2048);
    assertThat(recordsAfter(20, 512)).isEqualTo(2048);
  }

  private static int recordsAfter(int periods, int rows) {
    AdaptationStepTest test = new AdaptationStepTest();
    ChunkLimits limits = limits(2048, 230);
    for (int i = 0; i < periods; i++) {
      test.closed(1, rows, CloseReason.AGE);
      limits = test.calm(limits);
    }
    assertThat(test.adaptation.lowered()).isEqualTo(limits.records() < 2048 ? 1 : 0);
    return limits.records();
  }

  @Test
  void sink_that_takes_half_as_long_again_as_an_idle_one_has_no_queue() {
    completed(200, 1_000);
    decide(limits(1024, 230));
    completed(300, 1_299);
    assertThat(decide(limits(1024, 125)).delayNanos()).isEqualTo(156_250_000);
  }

  /** A sink that needs 20 ms, and 200 while chunks queue; one completes every 150 ms. */
  private void queue() {
    completed(20, 1_000);
    decide(limits(1024, 230));
    completed(200, 1_199);
    completed(200, 1_300);
    assertThat(decide(limits(1024, 60)).delayNanos()).as("twice the queue").isEqualTo(250 * MILLI);
  }

  @Test
  void chunks_are_filled_for_longer_than_the_sink_needs_and_that_bound_is_lowered_slowly() {
    queue();
    completed(20, 2_100);
    assertThat(decide(limits(1024, 60)).delayNanos()).isBetween(176_399_000L, 176_401_000L);
    completed(20, 3_100);
    assertThat(decide(limits(1024, 60)).delayNanos()).isBetween(172_871_000L, 172_873_000L);
  }

  @Test
  void bound_is_given_up_where_the_sink_takes_as_long_without_a_queue() {
    queue();
    completed(500, 2_500); // an idle sink takes 140 ms by now
    completed(140, 2_900);
    assertThat(decide(limits(1024, 60)).delayNanos()).as("kept").isGreaterThan(170 * MILLI);
    completed(144, 3_900);
    assertThat(decide(limits(1024, 60)).delayNanos()).as("given up").isLessThan(80 * MILLI);
  }
}
