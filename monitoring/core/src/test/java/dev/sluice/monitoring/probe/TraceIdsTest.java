package dev.sluice.monitoring.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TraceIdsTest {
  @Test
  void ids_are_positive_and_those_of_processes_that_drew_differently_never_meet() {
    long apart = 1L << 39;
    long first = new TraceIds(6).nextBlock();
    long next = new TraceIds(7).nextBlock();
    assertThat(next - first).isEqualTo(apart);
    assertThat(first).isPositive();
    assertThat(new TraceIds((1 << 24) - 1).nextBlock()).isPositive();
  }

  @Test
  void blocks_follow_one_another() {
    TraceIds ids = new TraceIds(0);
    assertThat(ids.nextBlock()).isEqualTo(1);
    assertThat(ids.nextBlock()).isEqualTo(1 + TraceIds.BLOCK);
  }

  @Test
  void every_start_draws_anew() {
    assertThat(IntStream.range(0, 8).mapToObj(i -> new TraceIds().nextBlock()).distinct().count())
        .isGreaterThan(1);
  }
}
