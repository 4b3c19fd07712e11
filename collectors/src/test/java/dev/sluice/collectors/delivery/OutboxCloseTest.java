package dev.sluice.collectors.delivery;

import static org.assertj.core.api.Assertions.assertThat;

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

/** What is given up, kept and waited for at the end. */
class OutboxCloseTest extends DeliveryCase {
  private static final long LOOK = 1_000_000;

  private void refuse() {
    writer.onWrite =
        () -> {
          throw new IOException("the sink is down");
        };
  }

  /** Makes the first step, in which a writer without chunks is flushed. */
  private void connect() {
    assertThat(outbox.step()).isEqualTo(Step.BUSY);
    assertThat(writer.flushes).isEqualTo(1);
  }

  @Test
  void what_waits_is_kept_after_giving_up_and_dropped_as_closed_where_the_store_is_full() {
    withStore();
    refuse();
    add(3);
    outbox.step();
    outbox.signal().expect();
    outbox.stopSending(true);
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
    outbox.stopSending(true);
    add(1);
    assertThat(outbox.hasWork()).isTrue();
  }

  @Test
  void what_the_window_holds_back_is_kept_after_giving_up() {
    open(true, 0);
    add(2);
    outbox.step();
    assertThat(outbox.step()).isEqualTo(Step.BLOCKED);
    outbox.stopSending(true);
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
    outbox.stopSending(true);
    outbox.step();
  }

  @Test
  void close_waits_four_tenths_of_a_second_for_a_sender_that_hangs() {
    withStore();
    refuse();
    add(1);
    outbox.step();
    outbox.close(clock.nanoTime() + 1_000_000_000);
    assertThat(clock.now()).isEqualTo(400_000_000L);
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

  @Test
  void attempt_is_due_at_once_when_the_end_comes() {
    withoutStore();
    refuse();
    add(1);
    outbox.step();
    assertThat(outbox.isDue()).isFalse();
    outbox.stopSending(false);
    assertThat(outbox.isDue()).isTrue();
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
