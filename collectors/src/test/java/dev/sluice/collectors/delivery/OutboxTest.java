package dev.sluice.collectors.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.platform.Task;
import dev.sluice.api.platform.Worker;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.collectors.threads.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** What each step of the sender comes to, and when the next one is. */
class OutboxTest extends DeliveryCase {
  private static final long LOOK = 1_000_000;

  private void refuse() {
    writer.onWrite =
        () -> {
          throw new IOException("the sink is down");
        };
  }

  private void take() {
    writer.onWrite = () -> {};
  }

  /** Makes the first step, in which a writer without chunks is flushed. */
  private void connect() {
    assertThat(outbox.step()).isEqualTo(Step.BUSY);
    assertThat(writer.flushes).isEqualTo(1);
  }

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
    assertThat(outbox.add(chunk(), CloseReason.AGE)).isFalse();
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
  void chunk_that_is_not_taken_is_tried_again_after_a_pause_and_not_before() {
    withoutStore();
    refuse();
    add(1);
    long pause = outbox.turn();
    assertThat(pause).isBetween(25_000_000L, 50_000_000L);
    assertThat(outbox.isDown()).isTrue();
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
    outbox.giveUp(true);
    outbox.step();
    assertThat(store.kept).hasSize(1);
    assertThat(store.kept.get(0).uncertain()).isTrue();
  }

  @Test
  void chunk_of_the_store_is_done_there_once_it_is_acknowledged_and_tells_no_delay() {
    withStore();
    chunking.begin(clock.nanoTime());
    add(1);
    outbox.giveUp(true);
    outbox.step();
    outbox.giveUp(false);
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
  void what_waits_is_kept_after_giving_up_and_dropped_as_closed_where_the_store_is_full() {
    withStore();
    refuse();
    add(3);
    outbox.step();
    outbox.signal().expect();
    outbox.giveUp(true);
    assertThat(outbox.signal().isAwaited()).isFalse();
    assertThat(outbox.isDue()).isTrue();
    assertThat(outbox.hasWork()).as("it holds one").isTrue();
    assertThat(outbox.step()).isEqualTo(Step.BUSY);
    assertThat(outbox.step()).isEqualTo(Step.BUSY);
    assertThat(store.kept).hasSize(2);
    store.refusal = DropCause.SPILL_FULL;
    assertThat(outbox.step()).isEqualTo(Step.BUSY);
    assertThat(ledger.dropped()).isEqualTo(ROWS);
    assertThat(ledger.report(3 * ROWS, 0).dropped().of(DropCause.CLOSED)).isEqualTo(ROWS);
    outbox.step();
    assertThat(outbox.hasWork()).as("the store has some").isFalse();
    assertThat(outbox.turn()).isEqualTo(1_000_000_000);
    assertThat(writer.attempts).isEqualTo(1);
  }

  @Test
  void chunk_that_waits_is_work_for_a_sender_that_has_given_up() {
    withStore();
    connect();
    outbox.giveUp(true);
    add(1);
    assertThat(outbox.hasWork()).isTrue();
  }

  @Test
  void what_the_window_holds_back_is_kept_after_giving_up() {
    open(true, 0);
    add(2);
    outbox.step();
    assertThat(outbox.step()).isEqualTo(Step.BLOCKED);
    outbox.giveUp(true);
    outbox.step();
    assertThat(store.kept).hasSize(1);
  }

  @Test
  void only_what_has_no_store_is_dropped_from_memory() {
    withoutStore();
    add(3);
    outbox.dropWaiting();
    assertThat(ledger.waiting()).isZero();
    assertThat(ledger.report(3 * ROWS, 0).dropped().of(DropCause.CLOSED)).isEqualTo(3 * ROWS);
  }

  @Test
  void what_has_a_store_stays_in_memory() {
    withStore();
    add(3);
    outbox.dropWaiting();
    assertThat(ledger.waiting()).isEqualTo(3);
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
  void writer_is_closed_within_the_time_that_is_left_and_the_store_after_it() {
    withStore();
    add(1);
    outbox.close(clock.nanoTime() + 5_000_000_000L);
    assertThat(writer.closedWithin).isEqualTo(Duration.ofSeconds(5));
    assertThat(store.closed).isTrue();
    assertThat(store.kept).hasSize(1);
    assertThat(log.all()).hasSize(1);
    assertThat(log.all().get(0)).contains("chunks are left for the next program");
    assertThat(clock.now()).as("nobody waits").isZero();
  }

  @Test
  void writer_that_cannot_be_closed_is_logged_and_the_store_closed_all_the_same() {
    withStore();
    writer.onClose =
        () -> {
          throw new IllegalStateException("broken");
        };
    clock.skip(SECOND);
    outbox.close(clock.nanoTime() - 1);
    assertThat(writer.closedWithin).isEqualTo(Duration.ZERO);
    assertThat(store.closed).isTrue();
    assertThat(log.all())
        .containsExactly("WARNING producer test: the raw writer could not be closed");
  }

  @Test
  void what_the_writer_throws_back_when_it_is_closed_is_kept() {
    withStore();
    add(3);
    outbox.step();
    outbox.step();
    outbox.step();
    writer.onClose =
        () -> {
          complete(writer.taken.get(0), Outcome.FAILED);
          complete(writer.taken.get(1), Outcome.ACKNOWLEDGED);
          complete(writer.taken.get(2), Outcome.UNCONFIRMED);
        };
    outbox.close(clock.nanoTime());
    assertThat(store.kept).hasSize(2);
    assertThat(ledger.report(3 * ROWS, 0).acknowledged()).isEqualTo(ROWS);
  }

  @Test
  void close_waits_for_a_writer_that_hangs_for_its_time_and_a_bit_and_no_longer() {
    clock.skip(SECOND);
    assertThat(waitsUntil(clock.nanoTime() + 1_000_000_000)).isEqualTo(1_800_000_000);
    assertThat(waitsUntil(clock.nanoTime() - 900_000_000)).as("a moment").isEqualTo(LOOK);
    assertThat(store.closed).isFalse();
  }

  /** How long the close waits for its thread, which does nothing. */
  private long waitsUntil(long deadline) {
    HangingWorker hanging = new HangingWorker();
    closedBy((name, task) -> hanging, deadline);
    return hanging.joined;
  }

  private void closedBy(BiFunction<String, Task, Worker> threads, long deadline) {
    Producer other =
        new Producer(7, "test", producer.attributes(), new OtherThreads(clock, threads));
    backlog = new Backlog(store, false, false, ledger, other);
    outbox = new Outbox(writer, ledger, backlog, this.threads, chunking, "", 0, other);
    outbox.close(deadline);
  }

  @Test
  void close_waits_for_a_chunk_that_the_sender_still_holds_and_no_longer() {
    withStore();
    refuse();
    add(1);
    outbox.step();
    clock.at(100_000_000, this::keep);
    outbox.close(clock.nanoTime() + 1_000_000_000);
    assertThat(clock.now()).isBetween(100_000_000L, 102_000_000L);
    assertThat(store.kept).hasSize(1);
    assertThat(store.closed).isTrue();
  }

  private void keep() {
    outbox.giveUp(true);
    outbox.step();
  }

  @Test
  void close_waits_four_tenths_of_a_second_for_a_sender_that_hangs() {
    withStore();
    refuse();
    add(1);
    outbox.step();
    outbox.close(clock.nanoTime() + 1_000_000_000);
    assertThat(clock.now()).isBetween(400_000_000L, 402_000_000L);
    assertThat(store.closed).isTrue();
    ledger.finish(ROWS);
  }

  @Test
  void interrupted_closer_stays_interrupted_and_closes() {
    withStore();
    Thread.currentThread().interrupt();
    outbox.close(clock.nanoTime() + 1_000_000_000);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(store.closed).isTrue();
    writer.onClose = () -> Thread.currentThread().interrupt();
    outbox.close(clock.nanoTime() + 1_000_000_000);
    assertThat(Thread.interrupted()).as("while it waits").isTrue();
    outbox.close(clock.nanoTime());
    assertThat(Thread.interrupted()).isTrue();
    writer.onClose = () -> {};
    outbox.close(clock.nanoTime());
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void closer_that_gets_no_thread_closes_by_itself_at_once() {
    closedBy(
        (name, task) -> {
          throw new OutOfMemoryError("unable to create native thread");
        },
        clock.nanoTime() + 5_000_000_000L);
    assertThat(writer.closedWithin).isEqualTo(Duration.ZERO);
    assertThat(store.closed).isTrue();
  }

  /** Time that is moved, and threads that a test makes. */
  private record OtherThreads(Platform time, BiFunction<String, Task, Worker> threads)
      implements Platform {
    @Override
    public long nanoTime() {
      return time.nanoTime();
    }

    @Override
    public long epochNanos() {
      return time.epochNanos();
    }

    @Override
    public long randomLong() {
      return time.randomLong();
    }

    @Override
    public Disk disk() {
      return time.disk();
    }

    @Override
    public Object caller() {
      return time.caller();
    }

    @Override
    public Worker start(String name, Task task) {
      return threads.apply(name, task);
    }

    @Override
    public void pause(long nanos) {
      time.pause(nanos);
    }
  }

  /** Never comes to its turn. */
  private static final class HangingWorker implements Worker {
    private long joined;

    @Override
    public boolean isCurrent() {
      return false;
    }

    @Override
    public boolean isAlive() {
      return true;
    }

    @Override
    public boolean join(long nanos) {
      joined = nanos;
      return false;
    }

    @Override
    public void interrupt() {
      // it hears nothing
    }

    @Override
    public void stop() {
      // it goes on
    }
  }
}
