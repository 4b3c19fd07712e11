package dev.sluice.collectors.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.collectors.ring.DropCounters;
import dev.sluice.support.platform.VirtualPlatform;
import dev.sluice.testkit.LogLines;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When the next attempt is, and what is logged. */
class OutageTest {
  private final LogLines log = new LogLines();
  private final VirtualPlatform clock = new VirtualPlatform(0, 7);
  private final DropCounters refused = new DropCounters();
  private final Producer producer = new Producer(7, "test", Attributes.NONE, clock);
  private final Ledger ledger = new Ledger(producer, new BufferPool(1 << 20), refused);
  private final Outage outage = new Outage(ledger, "records wait", producer);

  @AfterEach
  void others_log_again() {
    log.close();
  }

  private void pause(boolean shortly) {
    outage.pause("not taken: ", new IOException("down"), null, shortly);
  }

  private long longPause() {
    for (int i = 0; i < 20; i++) {
      pause(false);
    }
    return outage.remainingNanos();
  }

  @Test
  void pauses_grow_up_to_five_seconds() {
    assertThat(outage.isRetrying()).isFalse();
    pause(false);
    assertThat(outage.isRetrying()).isTrue();
    assertThat(outage.remainingNanos()).isBetween(25_000_000L, 50_000_000L);
    assertThat(longPause()).isBetween(2_500_000_000L, 5_000_000_000L);
  }

  @Test
  void pauses_are_short_again_once_after_a_retry_that_was_asked_for() {
    longPause();
    clock.skip(Duration.ofSeconds(1));
    outage.retryNow();
    assertThat(outage.remainingNanos()).isZero();
    pause(false);
    assertThat(outage.remainingNanos()).isLessThanOrEqualTo(50_000_000);
    assertThat(longPause()).as("and grow again").isGreaterThan(2_000_000_000L);
  }

  @Test
  void pause_is_a_short_one_if_so_wanted_however_often() {
    longPause();
    pause(true);
    assertThat(outage.remainingNanos()).isLessThanOrEqualTo(50_000_000);
    pause(true);
    assertThat(outage.remainingNanos()).isLessThanOrEqualTo(50_000_000);
  }

  @Test
  void pauses_are_short_again_after_a_chunk_was_taken() {
    longPause();
    outage.taken();
    assertThat(outage.isOn()).isFalse();
    pause(false);
    assertThat(outage.remainingNanos()).isLessThanOrEqualTo(50_000_000);
  }

  @Test
  void end_tells_how_long_it_was_and_what_became_of_records_meanwhile() {
    refused.add(DropCause.RING_FULL, 3);
    clock.skip(Duration.ofSeconds(10));
    pause(false);
    refused.add(DropCause.RING_FULL, 4);
    clock.skip(Duration.ofMillis(2_500));
    pause(false);
    outage.taken();
    assertThat(log.all())
        .containsExactly(
            "WARNING producer test: not taken: down; meanwhile records wait",
            "INFO producer test: chunks are sent again after 2 failures, 2.5 s;"
                + " meanwhile 0 records waited, 0 were spilled and 4 dropped");
  }

  @Test
  void writer_that_waits_for_the_medium_is_an_outage_until_it_acknowledges() {
    outage.delayed("no leader");
    assertThat(outage.isOn()).isTrue();
    assertThat(outage.isRetrying()).isFalse();
    outage.taken();
    assertThat(log.all())
        .containsExactly(
            "WARNING producer test: chunks are not acknowledged, will try again: no leader;"
                + " meanwhile records wait");
    outage.acknowledged();
    assertThat(outage.isOn()).isFalse();
    assertThat(log.all()).hasSize(2);
  }

  @Test
  void acknowledgement_of_an_earlier_chunk_ends_no_pause() {
    pause(false);
    outage.acknowledged();
    assertThat(outage.isOn()).isTrue();
    assertThat(log.all()).hasSize(1);
  }
}
