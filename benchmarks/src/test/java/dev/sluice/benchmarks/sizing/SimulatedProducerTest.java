package dev.sluice.benchmarks.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.rate.Executions;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SimulatedProducerTest {
  private static final long SECOND = 1_000_000_000;

  private final SimulatedProducer.Times times =
      new SimulatedProducer.Times(SECOND / 10, SECOND, 3 * SECOND);
  private final Executions calls = Executions.made();

  private Load run(double rate, Map<String, String> options) {
    return SimulatedProducer.run("service", rate, options, calls, times);
  }

  @Test
  void chunks_of_a_fast_producer_are_full_and_those_of_a_slow_one_wait_for_the_delay() {
    Load fast = run(100_000, Map.of("chunk.records", "1000", "delay", "200ms"));
    assertThat(fast.records()).isBetween(198_000L, 202_000L);
    assertThat(fast.records()).isEqualTo(1_000 * fast.chunks());

    Load slow = run(1_000, Map.of("chunk.records", "1000", "delay", "200ms"));
    assertThat(slow.records()).isBetween(1_700L, 2_300L);
    assertThat(slow.chunks()).isBetween(9L, 11L);
    assertThat(slow.bytes() / slow.records()).isGreaterThan(fast.bytes() / fast.records());
  }

  @Test
  void a_part_without_rows_is_little_more_than_a_header() {
    Load load = run(10_000, Map.of("producer", "shop"));
    assertThat(load.emptyBytes() / load.chunks()).isBetween(40L, 100L);
  }

  @Test
  void the_busiest_partition_has_at_least_its_share_and_at_most_all() {
    List<Load> equal = Collections.nCopies(100, new Load(1, 10, 100, 1_000));
    Spread spread = new Spread(20, 100);
    assertThat(spread.most(1, equal, Load::records)).containsOnly(1_000);
    for (double most : spread.most(10, equal, Load::bytes)) {
      assertThat(most).isBetween(1_000.0, 3_000.0);
    }
    // Two of a hundred keys meet in one of a million partitions in one of 200 draws.
    assertThat(spread.most(1_000_000, equal, Load::chunks)).contains(1);
  }

  @Test
  void state_grows_with_operations_and_open_traces() throws Exception {
    int least = StateSize.of(1, 0);
    assertThat(StateSize.of(11, 0)).isBetween(least + 10 * 100, least + 10 * 10_000);
    // Nine calls of 32 bytes and what belongs to the trace.
    assertThat(StateSize.of(1, 100)).isBetween(least + 100 * 100, least + 100 * 1_000);
  }
}
