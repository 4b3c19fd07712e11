package dev.sluice.api.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
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

  @Test
  void producer_is_shown_as_all_tools_show_it() {
    CollectorReport report = new CollectorReport(-2, "shop", 3, 1, 0, 0, 0, DropCounts.NONE, 1, 90);
    assertThat(report.producer()).isEqualTo("fffffffffffffffe");
    assertThat(report)
        .hasToString(
            "CollectorReport[producerId=fffffffffffffffe, producerName=shop, emitted=3,"
                + " acknowledged=1, unconfirmed=0, pending=0, spilled=0, dropped="
                + DropCounts.NONE
                + ", chunks=1, bytes=90]");
    assertThat(Accounting.of(-2).toString())
        .startsWith("Accounting[producerId=fffffffffffffffe, ")
        .doesNotContain("-2");
  }
}
