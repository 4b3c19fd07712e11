package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.Completion;
import dev.sluice.collectors.threads.Step;
import dev.sluice.testkit.Warns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plug-ins that hang, contradict themselves or throw where nobody expects it. */
@Warns({
  "could not be encoded and is lost",
  "the pump failed and goes on",
  "closing failed, the remaining records are dropped",
  "the raw writer could not be closed",
  "will try again",
  "records are refused, so far {ring_full="
})
class BrokenPluginTest extends CollectorTest {
  private final List<Thread> made = new ArrayList<>();

  private Thread made(Runnable run) {
    made.add(new Thread(run));
    return made.get(made.size() - 1);
  }

  @Test
  void encoder_that_hangs_holds_up_neither_report_nor_close() {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    serializer.beforeEncode =
        () -> {
          entered.countDown();
          awaitQuietly(end);
        };
    start(builder().threadFactory(this::made).chunkRecords(10));
    emit(10);
    awaitQuietly(entered);
    emit(5);
    CollectorReport running = collector.report();
    assertThat(running.balanced()).isTrue();
    assertThat(running.pending()).isEqualTo(15);
    CollectorReport report = collector.close(Duration.ofMillis(200));
    assertThat(report.dropped().of(DropCause.CLOSED)).isEqualTo(15);
    assertThat(report.pending()).isZero();
    end.countDown();
    await().until(() -> made.stream().noneMatch(Thread::isAlive));
    assertThat(writer.chunks).as("what comes too late is not sent").isEmpty();
    assertThat(collector.outbox().ledger.report(15, 0)).isEqualTo(report);
    writer.mode = FakeRawWriter.Mode.SWALLOW;
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void encoder_that_closes_the_collector_ends_it() {
    start(builder().threadFactory(this::made));
    serializer.beforeEncode = () -> collector.close(Duration.ofMillis(100));
    emit(10);
    await().until(() -> made.stream().noneMatch(Thread::isAlive));
    assertThat(collector.report().dropped().of(DropCause.CLOSED)).isEqualTo(10);
    writer.mode = FakeRawWriter.Mode.SWALLOW;
  }

  @Test
  void buffers_go_back_when_a_chunk_fails_after_its_encoding() {
    start(manual().memoryBytes(1 << 20));
    serializer.afterEncode =
        () -> {
          throw new OutOfMemoryError("for a test");
        };
    for (int i = 0; i < 1000; i++) {
      emit(1);
      flush();
    }
    assertThat(collector.outbox().ledger.pool.allocatedBytes()).isLessThanOrEqualTo(4096);
    assertThat(dropped(DropCause.ENCODE_ERROR)).isEqualTo(1000);
    serializer.afterEncode = () -> {};
    emit(10);
    flush();
    assertThat(writer.rows()).hasSize(10);
  }

  @Test
  void encoder_that_names_a_row_which_is_not_there_loses_its_batch_alone() {
    start(manual());
    serializer.wrongRow = true;
    emit(3);
    rows.emit(RawSerializer.POISON, 0, 0);
    flush();
    assertThat(dropped(DropCause.ENCODE_ERROR)).isEqualTo(4);
    emit(3);
    flush();
    assertThat(writer.rows()).hasSize(3);
  }

  @Test
  void writer_that_completes_a_chunk_and_then_refuses_it_does_not_get_it_again() {
    writer.mode = FakeRawWriter.Mode.CONTRADICT;
    start(manual().chunkRecords(1));
    emit(20);
    flush();
    assertThat(sequences(1)).hasSize(20).doesNotHaveDuplicates();
    assertThat(collector.report().acknowledged()).isEqualTo(20);
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
  }

  @Test
  void writer_that_completes_what_it_did_not_take_gets_it_again() {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    start(manual());
    emit(1);
    collector.flush(Duration.ZERO);
    collector.flush(Duration.ofSeconds(1));
    assertThat(writer.refused).isNotNull();
    writer.refused.completed(null, Completion.Outcome.ACKNOWLEDGED, null);
    assertThat(collector.report().acknowledged()).isZero();
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    clock.skip(Duration.ofSeconds(1));
    flush();
    assertThat(writer.rows()).hasSize(1);
  }

  @Test
  void writer_that_fails_while_it_is_closed_and_asked_leaves_a_report_and_no_thread() {
    start(builder().threadFactory(this::made));
    emit(10);
    flush();
    writer.onClose =
        () -> {
          throw new AssertionError("a bug in close");
        };
    writer.maxChunkBytesFailure = new IllegalStateException("a bug in maxChunkBytes");
    CollectorReport report = collector.close(Duration.ofMillis(200));
    assertThat(report.acknowledged()).isEqualTo(10);
    assertThat(report.balanced()).isTrue();
    await().until(() -> made.stream().noneMatch(Thread::isAlive));
    writer.maxChunkBytesFailure = null;
    long chunks = report.chunks();
    assertThat(collector.close(Duration.ofMillis(200)).chunks())
        .as("no chunk after the end")
        .isEqualTo(chunks);
    writer.mode = FakeRawWriter.Mode.SWALLOW;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void thread_that_does_not_start_leaves_nothing_running_and_the_writer_closed(int failing) {
    ThreadFactory factory =
        run -> {
          int number = made.size() + 1;
          made.add(
              new Thread(run) {
                @Override
                public void start() {
                  if (number == failing) {
                    throw new OutOfMemoryError("unable to create native thread");
                  }
                  super.start();
                }
              });
          return made.get(number - 1);
        };
    assertThatThrownBy(() -> builder().threadFactory(factory).build())
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(writer.closes).isEqualTo(1);
    await().until(() -> made.stream().noneMatch(Thread::isAlive));
  }

  @Test
  void error_of_a_thread_factory_or_a_serializer_closes_the_writer() {
    assertThatThrownBy(
            () ->
                builder()
                    .threadFactory(
                        run -> {
                          throw new NoClassDefFoundError("factory");
                        })
                    .build())
        .isInstanceOf(NoClassDefFoundError.class);
    assertThat(writer.closes).isEqualTo(1);
  }

  @Test
  void blocking_policy_waits_for_no_thread_that_is_dead() throws InterruptedException {
    start(
        builder()
            .threadFactory(run -> made(() -> {}))
            .policy(FullRingPolicy.BLOCK)
            .blockDeadline(Duration.ofMinutes(5))
            .memoryBytes(1 << 20));
    for (Thread thread : made) {
      thread.join();
    }
    while (rows.emit(1, 0, 0)) {
      // until the ring is full
    }
    assertThat(dropped(DropCause.RING_FULL)).isEqualTo(1);
    writer.mode = FakeRawWriter.Mode.SWALLOW;
    closeTimeout = Duration.ofMillis(100);
  }

  @Test
  void pump_on_a_thread_that_the_factory_did_not_make_never_waits_for_itself() {
    AtomicReference<Thread> pump = new AtomicReference<>();
    serializer.beforeEncode =
        () -> {
          serializer.beforeEncode = () -> {};
          pump.set(Thread.currentThread());
          while (rows.emit(2, 0, 0)) {
            // until the shared stripe is full
          }
        };
    start(
        builder()
            .threadFactory(run -> made(() -> runElsewhere(run)))
            .policy(FullRingPolicy.BLOCK)
            .blockDeadline(Duration.ofMinutes(5))
            .memoryBytes(1 << 20));
    emit(1);
    flush();
    assertThat(made).doesNotContain(pump.get());
    assertThat(dropped(DropCause.RING_FULL)).isEqualTo(1);
  }

  private static void runElsewhere(Runnable run) {
    Thread other = new Thread(run);
    other.start();
    try {
      other.join();
    } catch (InterruptedException e) {
      other.interrupt();
    }
  }

  @Test
  void thread_of_a_writer_that_completes_chunks_never_waits_for_the_ring() throws Exception {
    writer.mode = FakeRawWriter.Mode.HOLD;
    start(
        builder()
            .policy(FullRingPolicy.BLOCK)
            .blockDeadline(Duration.ofMinutes(5))
            .memoryBytes(1 << 20));
    emit(1);
    Thread network =
        new Thread(
            () -> {
              while (!Thread.interrupted()) {
                writer.release();
                for (int i = 0; i < 1000 && !writer.chunks.isEmpty(); i++) {
                  rows.emit(2, 0, i);
                }
              }
            });
    network.start();
    await().until(() -> !writer.chunks.isEmpty());
    emit(100_000);
    network.interrupt();
    network.join();
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    writer.release();
    flush();
    assertThat(sequences(1)).hasSize(100_001);
  }

  @Test
  void interrupted_threads_of_the_collector_forget_it_and_go_on() {
    start(builder().threadFactory(this::made));
    made.forEach(Thread::interrupt);
    await().until(() -> made.stream().noneMatch(Thread::isInterrupted));
    emit(10);
    flush();
    assertThat(writer.rows()).hasSize(10);
  }

  @Test
  void chunk_that_the_writer_has_no_memory_for_is_tried_again_soon_and_lost_at_last() {
    writer.onWrite =
        () -> {
          throw new OutOfMemoryError("for a test");
        };
    start(manual());
    emit(10);
    collector.flush(Duration.ofMillis(1));
    assertThat(dropped(DropCause.WRITE_REJECTED)).isZero();
    for (int i = 0; i < 10; i++) {
      clock.skip(Duration.ofMillis(50));
      collector.step();
    }
    assertThat(writer.attempts).as("each within 50 ms").isEqualTo(11);
    clock.skip(Duration.ofMillis(50));
    collector.step();
    assertThat(dropped(DropCause.WRITE_REJECTED)).isEqualTo(10);
    writer.onWrite = () -> {};
    emit(10);
    clock.skip(Duration.ofSeconds(1));
    flush();
    assertThat(writer.rows()).hasSize(10);
  }

  @Test
  void batches_that_fail_for_want_of_memory_leave_the_ring_and_nobody_waits_for_them() {
    start(manual().chunkRecords(10));
    serializer.beforeEncode =
        () -> {
          throw new OutOfMemoryError("for a test");
        };
    emit(30);
    assertThat(collector.step()).as("the pump rests").isEqualTo(Step.BLOCKED);
    collector.step();
    collector.step();
    assertThat(dropped(DropCause.ENCODE_ERROR)).isEqualTo(30);
    serializer.beforeEncode = () -> {};
    emit(10);
    flush();
    assertThat(writer.rows()).hasSize(10);
  }
}
