package dev.sluice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCounts;
import dev.sluice.cli.AgentReport;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BalanceTest {
  private static AgentReport report(long emitted, long acknowledged, long unconfirmed) {
    return new AgentReport(
        emitted, acknowledged, unconfirmed, 0, 0, Map.of(), 3, 300, 0, List.of());
  }

  private static Audit audit(long emitted, long delivered, long gaps, boolean ended) {
    ProducerAudit producer =
        new ProducerAudit(
            "00", "p", emitted, delivered, 0, DropCounts.NONE, gaps, 0, 0, 0, ended, "0-2");
    return new Audit(3, delivered, 0, 0, 0, List.of(producer));
  }

  @Test
  void three_equal_counts_balance() {
    assertThat(Balance.of(report(10, 10, 0), audit(10, 10, 0, true), 10).isBalanced()).isTrue();
  }

  @Test
  void an_unconfirmed_chunk_may_have_arrived_or_not() {
    assertThat(Balance.of(report(10, 8, 2), audit(10, 10, 0, true), 10).isBalanced()).isTrue();
  }

  @Test
  void a_missing_record_is_named() {
    assertThat(Balance.of(report(10, 10, 0), audit(10, 9, 0, true), 9).faults())
        .containsExactly("9 delivered, but 10 acknowledged");
  }

  @Test
  void a_missing_end_or_chunk_is_named() {
    assertThat(Balance.of(report(10, 10, 0), audit(10, 10, 1, false), 10).faults())
        .containsExactly("the end of the stream did not arrive", "1 chunk missing");
  }

  @Test
  void nothing_consumed_does_not_balance() {
    assertThat(Balance.of(report(0, 0, 0), new Audit(0, 0, 0, 0, 0, List.of()), 0).isBalanced())
        .isFalse();
  }
}
