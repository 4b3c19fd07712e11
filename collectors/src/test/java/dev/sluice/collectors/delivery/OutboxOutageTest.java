package dev.sluice.collectors.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.collectors.threads.Step;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a chunk is tried again that the raw writer did not take, and when the sink is down. */
class OutboxOutageTest extends DeliveryCase {
  private void refuse() {
    writer.onWrite =
        () -> {
          throw new IOException("the sink is down");
        };
  }

  private void take() {
    writer.onWrite = () -> {};
  }

  @Test
  void chunk_that_is_not_taken_is_tried_again_after_a_pause_and_not_before() {
    withoutStore();
    refuse();
    add(1);
    long pause = outbox.turn();
    assertThat(pause).isBetween(25_000_000L, 50_000_000L);
    assertThat(outbox.isDown()).isTrue();
    assertThat(outbox.problem())
        .isEqualTo("chunks are not taken by the raw writer, will try again: the sink is down");
    assertThat(outbox.isDue()).isFalse();
    assertThat(outbox.isAwake()).isFalse();
    assertThat(outbox.isDone()).as("it is held").isFalse();
    clock.skip(Duration.ofNanos(pause - 1));
    assertThat(outbox.turn()).isEqualTo(1);
    assertThat(writer.attempts).isEqualTo(1);
    clock.skip(Duration.ofNanos(1));
    assertThat(outbox.isDue()).isTrue();
    assertThat(outbox.isAwake()).isTrue();
    assertThat(outbox.pauseNanos()).isEqualTo(1);
    take();
    assertThat(outbox.turn()).isZero();
    assertThat(writer.attempts).isEqualTo(2);
    assertThat(outbox.isDown()).isFalse();
    assertThat(outbox.problem()).isNull();
    assertThat(log.all()).hasSize(2);
    assertThat(log.all().get(1)).contains("chunks are sent again after 1 failures");
  }

  @Test
  void pauses_begin_anew_after_a_chunk_was_taken() {
    withoutStore();
    refuse();
    add(2);
    for (int i = 0; i < 8; i++) {
      clock.skip(Duration.ofNanos(outbox.turn()));
    }
    take();
    assertThat(outbox.turn()).isZero();
    refuse();
    assertThat(outbox.turn()).isLessThanOrEqualTo(50_000_000);
  }

  @Test
  void chunk_is_tried_again_at_once_after_an_interrupt_which_is_no_outage() {
    withoutStore();
    writer.onWrite =
        () -> {
          throw new InterruptedException();
        };
    add(1);
    assertThat(outbox.step()).isEqualTo(Step.BUSY);
    assertThat(outbox.isDown()).isFalse();
    take();
    assertThat(outbox.step()).isEqualTo(Step.BUSY);
    assertThat(last().rows).isEqualTo(ROWS);
    assertThat(log.all()).isEmpty();
  }

  @Test
  void chunk_that_a_bug_of_the_writer_loses_is_followed_by_a_pause() {
    withoutStore();
    writer.onWrite =
        () -> {
          throw new IllegalStateException("a bug");
        };
    add(2);
    assertThat(outbox.step()).isEqualTo(Step.BUSY);
    assertThat(ledger.dropped()).isEqualTo(ROWS);
    assertThat(outbox.isDown()).isTrue();
    assertThat(outbox.step()).isEqualTo(Step.BLOCKED);
    assertThat(writer.attempts).isEqualTo(1);
    assertThat(log.all()).hasSize(1);
    assertThat(log.all().get(0)).contains("a raw writer failed, the chunk is lost; meanwhile");
  }

  @Test
  void chunk_that_was_completed_and_then_refused_is_over() {
    withoutStore();
    add(1);
    writer.onWrite =
        () -> {
          complete(writer.offered, Outcome.ACKNOWLEDGED);
          throw new IOException("the sink is down");
        };
    assertThat(outbox.step()).isEqualTo(Step.BUSY);
    assertThat(outbox.isDown()).isFalse();
    assertThat(outbox.isDone()).isTrue();
  }

  @Test
  void chunk_that_the_end_has_settled_is_not_sent() {
    withoutStore();
    refuse();
    add(1);
    outbox.step();
    ledger.finish(ROWS);
    clock.skip(SECOND);
    assertThat(outbox.step()).isEqualTo(Step.BUSY);
    assertThat(writer.attempts).isEqualTo(1);
    assertThat(outbox.isDone()).isTrue();
  }

  @Test
  void medium_that_is_away_is_an_outage_until_it_acknowledges_again() {
    withoutStore();
    add(3);
    outbox.step();
    outbox.step();
    last().delayed(null, "the connection is lost");
    assertThat(outbox.isDown()).isTrue();
    outbox.step();
    assertThat(outbox.isDown()).as("taking is not acknowledging").isTrue();
    complete(writer.taken.get(0), Outcome.UNCONFIRMED);
    assertThat(outbox.isDown()).isTrue();
    complete(writer.taken.get(1), Outcome.ACKNOWLEDGED);
    assertThat(outbox.isDown()).isFalse();
    assertThat(log.all()).hasSize(2);
  }

  @Test
  void all_can_be_kept_from_a_refusal_until_the_next_attempt_is_due() {
    withStore();
    refuse();
    add(1);
    assertThat(outbox.canKeepAll()).isFalse();
    long pause = outbox.turn();
    assertThat(outbox.canKeepAll()).isTrue();
    clock.skip(Duration.ofNanos(pause));
    assertThat(outbox.canKeepAll()).isFalse();
  }

  @Test
  void sink_that_takes_nothing_for_a_second_is_down_where_a_store_keeps_what_waits() {
    open(true, 0);
    add(1);
    outbox.step();
    outbox.maintain(clock.nanoTime()); // it has moved
    clock.skip(SECOND);
    outbox.maintain(clock.nanoTime()); // nothing waits
    add(1);
    clock.skip(SECOND.minusNanos(1));
    outbox.maintain(clock.nanoTime());
    assertThat(outbox.isDown()).isFalse();
    clock.skip(Duration.ofNanos(1));
    outbox.maintain(clock.nanoTime());
    assertThat(outbox.isDown()).isTrue();
    assertThat(store.maintained).isEqualTo(4);
    assertThat(log.all()).hasSize(1);
    assertThat(log.all().get(0)).contains("the sink has taken nothing for a second");
    assertThat(store.kept).isEmpty();
    assertThat(outbox.makeRoom(BUFFER)).isTrue();
    assertThat(store.kept).as("safer there").hasSize(1);
  }

  @Test
  void sink_that_takes_nothing_is_not_down_without_a_store() {
    open(false, 0);
    add(2);
    outbox.step();
    outbox.maintain(clock.nanoTime());
    clock.skip(SECOND.multipliedBy(10));
    outbox.maintain(clock.nanoTime());
    assertThat(outbox.isDown()).isFalse();
  }

  @Test
  void chunk_of_which_a_failed_write_left_something_is_not_told_as_dropped() {
    withoutStore();
    refuse();
    writer.leftTraces = true;
    add(1);
    outbox.step();
    ledger.finish(ROWS);
    assertThat(ledger.report(ROWS, 0).unconfirmed()).isEqualTo(ROWS);
  }

  @Test
  void chunk_that_a_writer_has_no_memory_for_is_tried_twelve_times_after_short_pauses() {
    withoutStore();
    writer.onWrite =
        () -> {
          throw new OutOfMemoryError("for a test");
        };
    add(1);
    for (int i = 0; i < 11; i++) {
      long pause = outbox.turn();
      assertThat(pause).isBetween(1L, 50_000_000L);
      clock.skip(Duration.ofNanos(pause));
    }
    assertThat(ledger.dropped()).isZero();
    assertThat(log.all()).hasSize(1);
    assertThat(log.all().get(0)).contains("a raw writer has no memory, will try again");
    assertThat(outbox.turn()).isZero();
    assertThat(ledger.dropped()).isEqualTo(ROWS);
    assertThat(writer.attempts).isEqualTo(12);
  }

  @Test
  void what_was_spilled_in_an_outage_is_told_without_what_was_before() {
    withStore();
    add(2);
    backlog.spillAll();
    refuse();
    outbox.step();
    add(1);
    assertThat(outbox.makeRoom(BUFFER)).isTrue();
    take();
    clock.skip(SECOND);
    outbox.step();
    assertThat(log.all()).hasSize(2);
    assertThat(log.all().get(1)).contains(" 10 were spilled and 0 dropped");
  }

  @Test
  void sink_that_moves_now_and_then_is_not_down() {
    open(true, 0);
    add(9);
    outbox.step();
    for (int i = 0; i < 5; i++) {
      outbox.maintain(clock.nanoTime());
      assertThat(outbox.isDown()).isFalse();
      complete(last(), Outcome.ACKNOWLEDGED);
      outbox.step();
      clock.skip(SECOND.multipliedBy(2));
    }
  }
}
