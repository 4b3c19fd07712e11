package dev.sluice.collectors.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.collectors.threads.Step;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What each step of the sender comes to, and when the next one is. */
class OutboxTest extends DeliveryCase {
  /** Makes the first step, in which a writer without chunks is flushed. */
  private void connect() {
    assertThat(outbox.step()).isEqualTo(Step.BUSY);
    assertThat(writer.flushes).isEqualTo(1);
  }

  private static final long LOOK = 1_000_000;

  @Test
  void writer_is_flushed_at_the_start_and_once_each_time_that_is_asked_for() {
    withoutStore();
    assertThat(outbox.hasWork()).isTrue();
    assertThat(outbox.turn()).as("at once again").isZero();
    assertThat(outbox.hasWork()).isFalse();
    assertThat(outbox.turn()).as("a second, or until there is something").isEqualTo(1_000_000_000);
    assertThat(outbox.isAwake()).isFalse();
    assertThat(writer.flushes).isEqualTo(1);
    outbox.signal().expect();
    outbox.flush();
    assertThat(outbox.signal().isAwaited()).as("sleeps").isFalse();
    assertThat(outbox.isAwake()).isTrue();
    outbox.turn();
    outbox.turn();
    assertThat(writer.flushes).isEqualTo(2);
  }

  @Test
  void writer_that_cannot_be_flushed_is_logged_and_is_no_outage() {
    withoutStore();
    writer.onFlush =
        () -> {
          throw new IllegalStateException("broken pipe");
        };
    assertThat(outbox.step()).isEqualTo(Step.BUSY);
    assertThat(outbox.step()).isEqualTo(Step.IDLE);
    assertThat(outbox.isDown()).isFalse();
    assertThat(log.all())
        .containsExactly(
            "WARNING producer test: a raw writer could not be flushed: broken pipe;"
                + " meanwhile records wait");
  }

  @Test
  void chunks_go_to_the_writer_one_a_step_and_before_a_flush() {
    withoutStore();
    add(2);
    assertThat(outbox.isDone()).isFalse();
    assertThat(outbox.turn()).isZero();
    assertThat(outbox.turn()).isZero();
    assertThat(writer.attempts).isEqualTo(2);
    assertThat(writer.flushes).isZero();
    assertThat(outbox.isDone()).isTrue();
    assertThat(outbox.maxChunkBytes()).isEqualTo(12_345);
  }

  @Test
  void sender_is_woken_for_many_chunks_or_for_any_if_so_wanted() {
    withoutStore();
    outbox.signal().expect();
    outbox.wake(true);
    assertThat(outbox.signal().isAwaited()).as("for nothing").isTrue();
    add(7);
    outbox.wake(false);
    assertThat(outbox.signal().isAwaited()).as("for few").isTrue();
    outbox.wake(true);
    assertThat(outbox.signal().isAwaited()).as("for any").isFalse();
    add(1);
    outbox.signal().expect();
    outbox.wake(false);
    assertThat(outbox.signal().isAwaited()).as("for many").isFalse();
  }

  @Test
  void chunk_that_comes_after_the_end_leaves_its_buffer() {
    withoutStore();
    ledger.finish(0);
    outbox.add(chunk(), CloseReason.AGE);
    assertThat(ledger.waiting()).isZero();
    pool.take(BUFFER);
    assertThat(pool.allocatedBytes()).isEqualTo(BUFFER);
  }

  @Test
  void writer_gets_nothing_while_it_holds_more_than_the_window() {
    open(false, 2 * BUFFER);
    add(5);
    for (int i = 0; i < 3; i++) {
      assertThat(outbox.step()).isEqualTo(Step.BUSY);
    }
    assertThat(outbox.turn()).as("looks again in a millisecond").isEqualTo(LOOK);
    assertThat(outbox.isAwake()).isFalse();
    assertThat(writer.attempts).isEqualTo(3);
    complete(writer.taken.get(0), Outcome.ACKNOWLEDGED);
    assertThat(outbox.step()).isEqualTo(Step.BUSY);
    assertThat(writer.attempts).isEqualTo(4);
  }

  @Test
  void rejected_chunk_is_logged_until_one_is_delivered() {
    withoutStore();
    add(3);
    outbox.step();
    outbox.step();
    outbox.step();
    complete(writer.taken.get(0), Outcome.FAILED);
    assertThat(log.all())
        .containsExactly("WARNING producer test: a chunk was not delivered: no topic");
    complete(writer.taken.get(1), Outcome.UNCONFIRMED);
    assertThat(log.all()).hasSize(1);
    complete(writer.taken.get(2), Outcome.ACKNOWLEDGED);
    assertThat(log.all().get(1)).contains("INFO producer test: chunks are delivered after 1 ");
  }

  @Test
  void time_until_a_chunk_has_arrived_is_measured_and_that_of_a_lost_one_is_not() {
    withoutStore();
    chunking.begin(clock.nanoTime());
    add(2);
    outbox.step();
    outbox.step();
    clock.skip(Duration.ofMillis(100));
    complete(writer.taken.get(0), Outcome.FAILED);
    assertThat(chunking.status().observedNanos()).isZero();
    complete(writer.taken.get(1), Outcome.ACKNOWLEDGED);
    assertThat(chunking.status().observedNanos()).isGreaterThanOrEqualTo(100_000_000);
  }

  @Test
  void sender_is_woken_for_what_the_store_is_to_be_told_and_for_nothing_else() {
    withStore();
    add(2);
    outbox.step();
    outbox.step();
    connect();
    outbox.signal().expect();
    complete(writer.taken.get(0), Outcome.ACKNOWLEDGED);
    assertThat(outbox.signal().isAwaited()).isTrue();
    assertThat(outbox.hasWork()).isFalse();
    complete(writer.taken.get(1), Outcome.UNCONFIRMED);
    assertThat(outbox.signal().isAwaited()).isFalse();
    assertThat(outbox.hasWork()).isTrue();
    assertThat(log.all()).isEmpty();
    outbox.stopSending(true);
    outbox.step();
    assertThat(store.kept).hasSize(1);
    assertThat(store.kept.get(0).uncertain()).isTrue();
  }

  @Test
  void chunk_of_the_store_is_done_there_once_it_is_acknowledged_and_tells_no_delay() {
    withStore();
    chunking.begin(clock.nanoTime());
    add(1);
    outbox.stopSending(true);
    outbox.step();
    outbox.stopSending(false);
    assertThat(store.kept).hasSize(1);
    assertThat(outbox.hasWork()).isTrue();
    outbox.step();
    clock.skip(SECOND);
    complete(last(), Outcome.ACKNOWLEDGED);
    assertThat(chunking.status().observedNanos()).isZero();
    outbox.step();
    assertThat(store.done).hasSize(1).containsOnlyNulls();
  }

  @Test
  void there_is_no_room_while_the_writer_holds_all_of_it() {
    withoutStore();
    add(16);
    for (int i = 0; i < 16; i++) {
      outbox.step();
    }
    assertThat(outbox.makeRoom(BUFFER)).isFalse();
    complete(last(), Outcome.ACKNOWLEDGED);
    assertThat(outbox.makeRoom(BUFFER)).isTrue();
  }

  @Test
  void whoever_completes_chunks_must_not_wait_for_room() {
    withoutStore();
    add(1);
    outbox.step();
    assertThat(threads.mayWait()).isTrue();
    complete(last(), Outcome.ACKNOWLEDGED);
    assertThat(threads.mayWait()).isFalse();
  }
}
