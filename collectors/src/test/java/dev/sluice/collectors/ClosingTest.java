package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.CollectorState;
import dev.sluice.testkit.Warns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Warns({"will try again: the sink is down", "records are refused, so far {ring_full="})
class ClosingTest extends CollectorTest {
  private void closeInTime(Duration timeout) {
    assertTimeout(
        timeout.plusSeconds(1),
        () -> {
          collector.close(timeout);
        },
        "contract: close takes its timeout and a second at most");
  }

  @Test
  void close_drains_and_reports() {
    start(builder().maxDelay(Duration.ofHours(1)));
    emit(5000);
    CollectorReport report = collector.close(Duration.ofSeconds(5));
    assertThat(report.emitted()).isEqualTo(5000);
    assertThat(report.acknowledged()).isEqualTo(5000);
    assertThat(report.chunks()).isEqualTo(writer.chunks.size());
    assertThat(report.producerName()).isEqualTo("test");
    assertThat(writer.closes).isEqualTo(1);
    assertThat(collector.status().state()).isEqualTo(CollectorState.CLOSED);
    assertThat(collector.status().closeReasons()).containsKey(CloseReason.CLOSE);
  }

  @Test
  void close_is_idempotent() {
    start(builder());
    emit(10);
    CollectorReport first = collector.close(Duration.ofSeconds(5));
    assertThat(rows.emit(1, 0, 0)).isFalse();
    assertThat(collector.close(Duration.ZERO)).isSameAs(first);
    assertThat(collector.report()).isSameAs(first);
    assertThat(collector.flush(Duration.ZERO)).isTrue();
    assertThat(writer.closes).isEqualTo(1);
  }

  @Test
  void emits_after_close_are_refused_and_counted_as_closed() {
    writer.mode = FakeRawWriter.Mode.BLOCK;
    start(builder());
    emit(10);
    Thread closer = new Thread(() -> collector.close(Duration.ofSeconds(5)));
    closer.start();
    await().until(() -> collector.status().state() == CollectorState.CLOSED);
    assertThat(rows.emit(1, 0, 0)).isFalse();
    collector.rows().reject(DropCause.OVERSIZE, TestRows.TYPE);
    assertThat(dropped(DropCause.CLOSED)).isEqualTo(2);
    writer.permits.release(1000);
    await().until(() -> !closer.isAlive());
    assertThat(collector.report().emitted()).isEqualTo(12);
  }

  @Test
  void writer_that_accepts_and_never_answers_does_not_hold_up_close() {
    writer.mode = FakeRawWriter.Mode.SWALLOW;
    start(builder());
    emit(10);
    closeInTime(Duration.ofMillis(500));
    assertThat(collector.report().unconfirmed()).isEqualTo(10);
  }

  @Test
  void writer_that_completes_on_closing_is_believed() {
    writer.mode = FakeRawWriter.Mode.HOLD;
    start(builder());
    emit(10);
    closeInTime(Duration.ofMillis(500));
    assertThat(collector.report().acknowledged()).isEqualTo(10);
  }

  @Test
  void writer_that_hangs_and_ignores_interrupts_does_not_hold_up_close() {
    writer.mode = FakeRawWriter.Mode.HANG;
    List<CollectorReport> before = new CopyOnWriteArrayList<>();
    writer.onClose = () -> before.add(collector.report());
    start(builder().chunkRecords(10));
    emit(100);
    closeInTime(Duration.ofMillis(500));
    CollectorReport report = collector.report();
    assertThat(report.unconfirmed()).as("the one chunk the writer has").isEqualTo(10);
    assertThat(report.dropped().of(DropCause.CLOSED)).isEqualTo(90);
    assertThat(before.get(0).dropped()).as("when the end was told").isEqualTo(report.dropped());
    writer.permits.release(1000);
  }

  @Test
  void sink_that_is_down_at_close_costs_the_records_but_not_the_time() {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    start(builder().memoryBytes(1 << 20));
    for (int i = 0; i < 100_000; i++) {
      rows.emit(1, 0, i);
    }
    closeInTime(Duration.ofMillis(500));
    assertThat(collector.report().dropped().total()).isEqualTo(100_000);
  }

  @Test
  void sink_that_comes_back_while_closing_gets_everything() {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    start(builder());
    emit(1000);
    await().until(() -> writer.attempts > 2);
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    collector.close(Duration.ofHours(1)); // returns once everything is there, or never
    assertThat(writer.rows()).hasSize(1000);
  }

  @Test
  void close_without_time_returns_at_once_and_counts() {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    start(builder());
    emit(10);
    closeInTime(Duration.ZERO);
    assertThat(collector.report().dropped().of(DropCause.CLOSED)).isEqualTo(10);
  }

  @Test
  void close_keeps_to_its_time_beside_many_threads_with_deep_stacks() throws InterruptedException {
    CountDownLatch deep = new CountDownLatch(300);
    CountDownLatch end = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < deep.getCount(); i++) {
      threads.add(new Thread(null, () -> descend(2_500, deep, end), "deep", 16 << 20));
    }
    threads.forEach(Thread::start);
    deep.await();
    start(builder());
    emit(10);
    closeInTime(Duration.ofMillis(500));
    end.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void descend(int frames, CountDownLatch deep, CountDownLatch end) {
    if (frames > 0) {
      descend(frames - 1, deep, end);
      return;
    }
    deep.countDown();
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void end_counts_what_it_finds_in_the_ring_and_nothing_is_sealed_behind_it() {
    start(manual().chunkRecords(100));
    emit(1000);
    collector.step();
    collector.sink().close();
    assertThat(collector.pump().sealEnd()).isTrue();
    for (int i = 0; i < 20; i++) {
      collector.step();
    }
    Accounting end = writer.last().accounting();
    assertThat(end.end()).isTrue();
    assertThat(end.emitted()).isEqualTo(1000);
    assertThat(end.dropped().of(DropCause.CLOSED)).isEqualTo(900);
    assertThat(writer.rows()).hasSize(100);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void close_that_runs_out_of_time_over_a_full_ring_tells_all_of_it(int ownedStripes) {
    for (int round = 0; round < 3; round++) {
      RawSerializer slow = new RawSerializer();
      slow.beforeEncode = ClosingTest::spinForOneMillisecond;
      FakeRawWriter sink = new FakeRawWriter();
      collector =
          ChunkingCollector.builder(sink, slow)
              .chunkRecords(20)
              .maxOwnedStripes(ownedStripes)
              .build();
      rows = new TestRows(collector.rows());
      emit(30_000);
      CollectorReport report = collector.close(Duration.ofSeconds(1));
      Accounting end = sink.last().accounting();
      assertThat(end.end()).as("round %s", round).isTrue();
      assertThat(end.emitted()).isEqualTo(30_000);
      assertThat(end.dropped()).isEqualTo(report.dropped());
      assertThat(sink.rows().size() + end.dropped().total()).isEqualTo(30_000);
    }
    collector = null;
  }

  private static void spinForOneMillisecond() {
    long end = System.nanoTime() + 1_000_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Test
  void close_by_an_interrupted_thread_drains_all_the_same() {
    start(builder());
    emit(1000);
    Thread.currentThread().interrupt();
    collector.close(Duration.ofSeconds(5));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(writer.rows()).hasSize(1000);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void close_under_load_accounts_for_every_record(int ownedStripes) throws InterruptedException {
    for (int round = 0; round < 100; round++) {
      FakeRawWriter sink = new FakeRawWriter();
      ChunkingCollector loaded =
          ChunkingCollector.builder(sink, new RawSerializer())
              .memoryBytes(1 << 20)
              .chunkRecords(200)
              .maxOwnedStripes(ownedStripes)
              .build();
      TestRows emitter = new TestRows(loaded.rows());
      AtomicLong tried = new AtomicLong();
      AtomicLong accepted = new AtomicLong();
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        threads.add(new Thread(() -> emitUntilClosed(loaded, emitter, tried, accepted)));
      }
      threads.forEach(Thread::start);
      await().pollInterval(Duration.ofMillis(1)).until(() -> !sink.chunks.isEmpty());
      CollectorReport report = loaded.close(Duration.ofSeconds(5));
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(report.balanced()).as("%s", report).isTrue();
      assertThat(report.pending()).isZero();
      assertThat(report.acknowledged())
          .as("every accepted record arrived, round %s", round)
          .isEqualTo(accepted.get());
      assertThat(sink.rows()).hasSize((int) accepted.get());
      assertThat(sink.last().accounting().end()).isTrue();
      assertThat(loaded.sink().refusedTotal())
          .as("every other one is counted, those after the report too")
          .isEqualTo(tried.get() - accepted.get());
    }
  }

  private static void emitUntilClosed(
      ChunkingCollector collector, TestRows rows, AtomicLong tried, AtomicLong accepted) {
    long count = 0;
    long total = 0;
    while (collector.status().state() != CollectorState.CLOSED) {
      for (int i = 0; i < 10; i++) {
        count += rows.emit(1, 0, 0) ? 1 : 0;
        total++;
      }
    }
    accepted.addAndGet(count);
    tried.addAndGet(total);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void thread_held_up_between_claim_and_commit_for_the_whole_close_learns_of_it(int ownedStripes) {
    start(builder().maxOwnedStripes(ownedStripes));
    emit(5);
    RowBuffer buffer = collector.rows().buffer();
    int at = buffer.claim(TestRows.WORDS);
    CollectorReport report = collector.close(Duration.ofSeconds(5));
    assertThat(report.acknowledged()).isEqualTo(5);
    assertThat(buffer.commit(at, RowLayout.header(TestRows.WORDS, 0))).isFalse();
    assertThat(writer.rows()).hasSize(5);
    assertThat(collector.sink().refusedTotal()).as("counted once").isEqualTo(1);
  }

  @Test
  void rows_behind_a_thread_that_is_held_up_arrive() {
    start(builder().maxOwnedStripes(0));
    RowBuffer buffer = collector.rows().buffer();
    int at = buffer.claim(TestRows.WORDS);
    emit(5000);
    collector.close(Duration.ofHours(1)); // waits for no row that is never committed
    assertThat(writer.rows()).hasSize(5000);
    assertThat(buffer.commit(at, RowLayout.header(TestRows.WORDS, 0))).isFalse();
    assertThat(collector.sink().refused().of(DropCause.CLOSED)).isEqualTo(1);
  }

  @Test
  void threads_end_with_the_collector() {
    List<Thread> made = new ArrayList<>();
    start(
        builder()
            .threadFactory(
                run -> {
                  made.add(new Thread(run));
                  return made.get(made.size() - 1);
                }));
    assertThat(made).hasSize(2).allMatch(Thread::isDaemon);
    collector.close(Duration.ofSeconds(5));
    await().until(() -> made.stream().noneMatch(Thread::isAlive));
  }
}
