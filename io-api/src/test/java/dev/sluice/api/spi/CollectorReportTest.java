package dev.sluice.api.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import org.junit.jupiter.api.Test;

class CollectorReportTest {
  @Test
  void a_record_in_no_place_or_in_two_is_no_balance() {
    long[] drops = new long[DropCause.COUNT];
    drops[DropCause.EVICTED.ordinal()] = 3;
    DropCounts dropped = DropCounts.of(drops);

    assertThat(new CollectorReport(1, null, 12, 4, 2, 1, 2, dropped, 1, 1).balanced()).isTrue();
    assertThat(new CollectorReport(1, null, 13, 4, 2, 1, 2, dropped, 1, 1).balanced()).isFalse();
    assertThat(new CollectorReport(1, null, 11, 4, 2, 1, 2, dropped, 1, 1).balanced()).isFalse();
    assertThat(dropped.byLabel()).containsOnlyKeys("evicted");
  }
}
