package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.CollectorState;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.collectors.delivery.Outbox;
import dev.sluice.testkit.Warns;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What becomes of chunks where the outbox has a store. */
@Warns({
  "will try again",
  "a chunk was not delivered: no such topic",
  "a spilled chunk could not be read",
  "a chunk could not be spilled: for a test",
  "records are refused, so far {block_deadline="
})
class ChunkStoreTest extends CollectorTest {
  private final FakeStore store = new FakeStore();

  private ChunkingCollectorBuilder withStore() {
    return manual().store((id, lost) -> store.telling(lost)).memoryBytes(1 << 20).chunkRecords(100);
  }

  private void down(int records) {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    emitAndStep(records);
  }

  private void emitAndStep(int records) {
    for (int i = 0; i < records; i += 100) {
      for (int j = i; j < Math.min(records, i + 100); j++) {
        assertThat(rows.emit(1, clock.nanoTime(), j)).isTrue();
      }
      collector.step();
    }
  }

  private void up() {
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    clock.skip(Duration.ofSeconds(10));
    for (int i = 0; i < 10_000; i++) {
      collector.step();
    }
  }

  /** A writer that goes on refusing: the end cannot arrive. */
  private CollectorReport closeDown() {
    CollectorReport report = collector.close(Duration.ofMillis(100));
    writer.mode = FakeRawWriter.Mode.SWALLOW;
    return report;
  }

  @Test
  void chunks_are_kept_while_the_sink_is_down_and_arrive_in_order_afterwards() {
    start(withStore());
    down(200_000);
    CollectorReport during = collector.report();
    assertThat(during.balanced()).as("%s", during).isTrue();
    assertThat(during.dropped().total()).isZero();
    assertThat(during.spilled()).isGreaterThan(190_000);
    emit(50);
    up();
    flush();
    assertThat(collector.report().acknowledged()).isEqualTo(200_050);
    assertThat(collector.report().spilled()).isZero();
    assertThat(store.kept).isEmpty();
    List<Long> sent = writer.chunks.stream().map(chunk -> chunk.accounting().sequence()).toList();
    assertThat(sent).isEqualTo(LongStream.range(0, sent.size()).boxed().toList());
  }

  @Test
  void sink_that_is_too_slow_has_chunks_kept_instead_of_dropped() {
    writer.mode = FakeRawWriter.Mode.HOLD;
    start(withStore());
    emitAndStep(200_000);
    assertThat(dropped(DropCause.RING_FULL)).isZero();
    assertThat(collector.report().spilled()).isPositive();
    for (int i = 0; i < 10_000 && collector.report().acknowledged() < 200_000; i++) {
      writer.release();
      collector.step();
    }
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    flush();
    assertThat(collector.report().acknowledged()).isEqualTo(200_000);
  }

  @Test
  void what_is_not_sent_by_the_end_stays_spilled_with_the_last_chunk() {
    start(withStore());
    down(20_000);
    List<Boolean> done = new ArrayList<>();
    writer.onClose = () -> done.add(collector.outbox().isDone());
    CollectorReport report = closeDown();
    assertThat(done).as("nothing is left to the closing of the writer").containsExactly(true);
    assertThat(report.spilled()).isEqualTo(20_000);
    assertThat(report.pending() + report.unconfirmed() + report.dropped().total()).isZero();
    assertThat(store.closed).isTrue();
    assertThat(store.kept.get(store.kept.size() - 1).chunk.accounting().end()).isTrue();
  }

  @Test
  void full_store_costs_the_oldest_chunk_in_memory_and_counts_it() {
    store.capacity = 10;
    start(withStore());
    down(200_000);
    assertThat(collector.report().spilled()).isEqualTo(1_000);
    assertThat(dropped(DropCause.SPILL_FULL)).isPositive();
    assertThat(dropped(DropCause.RING_FULL)).isZero();
    up();
    flush();
    assertThat(collector.report().acknowledged() + dropped(DropCause.SPILL_FULL))
        .isEqualTo(200_000);
  }

  @Test
  void full_store_and_blocking_policy_fill_the_ring_and_drop_no_chunk() {
    store.capacity = 10;
    start(withStore().policy(FullRingPolicy.BLOCK).blockDeadline(Duration.ZERO));
    writer.mode = FakeRawWriter.Mode.REFUSE;
    for (int i = 0; i < 200_000; i++) {
      rows.emit(1, clock.nanoTime(), i);
      if (i % 100 == 0) {
        collector.step();
      }
    }
    assertThat(dropped(DropCause.SPILL_FULL)).isZero();
    assertThat(dropped(DropCause.BLOCK_DEADLINE)).isPositive();
    up();
  }

  @Test
  void store_that_fails_costs_neither_loop_and_no_record_while_memory_lasts() {
    start(withStore());
    store.before =
        () -> {
          throw new OutOfMemoryError("for a test");
        };
    down(2_000);
    assertThat(collector.report().spilled()).isZero();
    assertThat(collector.report().dropped().total()).isZero();
    store.before = () -> {};
    up();
    flush();
    assertThat(collector.report().acknowledged()).isEqualTo(2_000);
  }

  @Test
  void chunks_of_an_earlier_producer_are_sent_first_and_counted_apart() {
    start(withStore());
    down(1_000);
    closeDown();
    FakeStore adopted = new FakeStore();
    store.kept.forEach(kept -> adopted.adopt(kept.chunk));
    writer.chunks.clear();
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    start(manual().store((id, lost) -> adopted));
    emit(10);
    clock.skip(Duration.ofSeconds(1));
    for (int i = 0; i < 100; i++) {
      collector.step();
    }
    flush();
    assertThat(collector.report().emitted()).isEqualTo(10);
    assertThat(collector.report().acknowledged()).isEqualTo(10);
    assertThat(collector.report().balanced()).isTrue();
    assertThat(collector.status().adopted()).isEqualTo(1_000);
    assertThat(writer.chunks.get(0).accounting().producerId())
        .isNotEqualTo(collector.report().producerId());
    assertThat(writer.rows()).hasSize(1_010);
    writer.mode = FakeRawWriter.Mode.SWALLOW;
    closeTimeout = Duration.ofMillis(100);
  }

  @Test
  void chunk_of_an_earlier_producer_that_had_more_memory_stops_nothing() {
    start(manual().store((id, lost) -> store.telling(lost)).memoryBytes(64 << 20));
    writer.mode = FakeRawWriter.Mode.REFUSE;
    for (int i = 0; i < 10; i++) {
      assertThat(rows.emit(1, 0, i, "x".repeat(60_000))).isTrue();
    }
    closeDown();
    FakeStore adopted = new FakeStore();
    store.kept.forEach(kept -> adopted.adopt(kept.chunk));
    writer.chunks.clear();
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    start(manual().store((id, lost) -> adopted).memoryBytes(1 << 20).chunkRecords(100));
    emitAndStep(50_000);
    flush();
    assertThat(collector.report().acknowledged()).isEqualTo(50_000);
    assertThat(collector.status().adopted()).isEqualTo(10);
    writer.mode = FakeRawWriter.Mode.SWALLOW;
    closeTimeout = Duration.ofMillis(100);
  }

  @Test
  void sink_that_is_down_holds_up_no_close_where_the_store_keeps_everything() {
    start(builder().store((id, lost) -> store.telling(lost)).chunkRecords(100));
    writer.mode = FakeRawWriter.Mode.REFUSE;
    emit(1_000);
    await().until(() -> writer.attempts > 3);
    CollectorReport report = collector.close(Duration.ofHours(1)); // an attempt, not all of it
    assertThat(report.spilled()).isEqualTo(1_000);
    writer.mode = FakeRawWriter.Mode.SWALLOW;
  }

  @Test
  void chunk_without_an_answer_is_kept_and_sent_again() {
    writer.mode = FakeRawWriter.Mode.UNCONFIRMED;
    start(withStore());
    emitAndStep(100);
    collector.step();
    assertThat(collector.report().spilled()).isEqualTo(100);
    writer.chunks.clear();
    up();
    assertThat(collector.report().acknowledged()).isEqualTo(100);
    assertThat(collector.report().unconfirmed()).isZero();
  }

  @Test
  void chunk_without_an_answer_that_is_refused_the_second_time_is_not_counted_as_dropped() {
    writer.mode = FakeRawWriter.Mode.UNCONFIRMED;
    start(withStore());
    emitAndStep(100);
    collector.step();
    writer.mode = FakeRawWriter.Mode.FAIL;
    clock.skip(Duration.ofSeconds(10));
    for (int i = 0; i < 10; i++) {
      collector.step();
    }
    assertThat(collector.report().dropped().total()).isZero();
    assertThat(collector.report().unconfirmed()).isEqualTo(100);
    assertThat(store.kept).isEmpty();
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
  }

  @Test
  void chunk_that_was_handed_out_to_nobody_is_handed_out_again() {
    start(withStore());
    down(1_000);
    store.failures = 3;
    up();
    flush();
    assertThat(store.failures).isZero();
    assertThat(collector.report().acknowledged()).isEqualTo(1_000);
    assertThat(store.kept).isEmpty();
  }

  @Test
  void chunk_that_the_medium_refuses_for_good_is_not_kept() {
    start(withStore());
    down(1_000);
    writer.mode = FakeRawWriter.Mode.FAIL;
    clock.skip(Duration.ofSeconds(10));
    for (int i = 0; i < 100; i++) {
      collector.step();
    }
    assertThat(dropped(DropCause.WRITE_REJECTED)).isEqualTo(1_000);
    assertThat(store.kept).isEmpty();
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
  }

  @Test
  void what_the_store_gives_up_is_counted_with_its_cause() {
    start(withStore());
    down(1_000);
    collector.step();
    long spilled = collector.report().spilled();
    store.loseOldest();
    clock.skip(Duration.ofSeconds(1));
    collector.step();
    assertThat(dropped(DropCause.SPILL_FULL)).isEqualTo(100);
    assertThat(collector.report().spilled()).isEqualTo(spilled - 100);
    assertThat(collector.report().balanced()).isTrue();
    up();
  }

  @Test
  void chunks_that_the_writer_holds_for_a_medium_that_is_away_are_an_outage() {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    start(withStore());
    emitAndStep(100);
    collector.step();
    writer.mode = FakeRawWriter.Mode.HOLD;
    clock.skip(Duration.ofSeconds(10));
    collector.step();
    assertThat(writer.held()).isEqualTo(1);
    assertThat(collector.status().state()).isEqualTo(CollectorState.RUNNING);
    writer.refused.delayed(null, "the connection is lost");
    assertThat(collector.status().state()).isEqualTo(CollectorState.RETRYING);
    emitAndStep(100);
    collector.step();
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    writer.release();
    assertThat(collector.status().state()).isEqualTo(CollectorState.RUNNING);
    flush();
  }

  @Test
  void what_waits_for_a_sink_that_hangs_is_kept_after_a_second() {
    writer.mode = FakeRawWriter.Mode.HOLD;
    start(withStore());
    while (collector.outbox().ledger.waiting() < 5) {
      emitAndStep(100);
    }
    hangs(Duration.ofMillis(900));
    assertThat(collector.report().spilled()).isZero();
    assertThat(collector.status().state()).isEqualTo(CollectorState.RUNNING);
    hangs(Duration.ofMillis(400));
    assertThat(collector.status().state()).isEqualTo(CollectorState.RETRYING);
    assertThat(collector.report().spilled()).isGreaterThanOrEqualTo(400);
    assertThat(collector.outbox().ledger.waiting()).isZero();
    emitAndStep(300);
    assertThat(collector.outbox().ledger.waiting()).as("at once").isLessThan(2);
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    writer.release();
    up();
    assertThat(collector.status().state()).isEqualTo(CollectorState.RUNNING);
    flush();
    assertThat(collector.report().acknowledged()).isEqualTo(collector.report().emitted());
  }

  private void hangs(Duration time) {
    for (int i = 0; i < time.toMillis(); i += 100) {
      clock.skip(Duration.ofMillis(100));
      collector.step();
    }
  }

  @Test
  void sink_that_is_slow_and_takes_chunks_hangs_not() {
    writer.mode = FakeRawWriter.Mode.HOLD;
    start(withStore());
    while (collector.outbox().ledger.waiting() < 5) {
      emitAndStep(100);
    }
    while (collector.outbox().ledger.waiting() > 0) {
      hangs(Duration.ofMillis(500));
      writer.releaseOne();
      collector.step();
      assertThat(collector.status().state()).isEqualTo(CollectorState.RUNNING);
    }
    assertThat(collector.report().spilled()).isZero();
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    writer.release();
    flush();
  }

  @Test
  void what_is_left_can_be_kept_while_the_sink_has_refused_and_its_next_attempt_is_to_come() {
    start(withStore());
    assertThat(collector.outbox().canKeepAll()).as("nothing was refused").isFalse();
    down(100);
    collector.step();
    assertThat(collector.outbox().canKeepAll()).isTrue();
    clock.skip(Duration.ofSeconds(10));
    assertThat(collector.outbox().canKeepAll()).as("it is to be tried now").isFalse();
    up();
    assertThat(collector.outbox().canKeepAll()).isFalse();
  }

  @Test
  void nothing_can_be_kept_without_a_store() {
    start(manual().chunkRecords(100));
    down(1_000);
    assertThat(collector.status().state()).isEqualTo(CollectorState.RETRYING);
    assertThat(collector.outbox().canKeepAll()).isFalse();
    up();
  }

  @Test
  void chunks_that_the_writer_throws_back_when_it_is_closed_are_kept() {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    start(withStore());
    emitAndStep(100);
    collector.step();
    writer.mode = FakeRawWriter.Mode.SWALLOW;
    clock.skip(Duration.ofSeconds(10));
    collector.step();
    writer.onClose =
        () -> writer.refused.completed(null, Outcome.FAILED, new IOException("closed"));
    CollectorReport report = collector.close(Duration.ofMillis(100));
    assertThat(report.spilled()).isEqualTo(100);
    assertThat(report.balanced()).isTrue();
  }

  @Test
  void sender_that_has_given_up_sleeps_while_the_store_has_chunks() {
    start(withStore());
    down(1_000);
    Outbox outbox = collector.outbox();
    outbox.stopSending(true);
    for (int i = 0; i < 100; i++) {
      collector.step();
    }
    assertThat(store.kept).isNotEmpty();
    assertThat(outbox.turn()).isPositive();
    assertThat(outbox.isAwake()).isFalse();
    outbox.stopSending(false);
    assertThat(outbox.isAwake()).as("to send what the store has").isTrue();
    up();
  }

  @Test
  void store_that_hangs_holds_up_neither_report_nor_close() throws InterruptedException {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch hangs = new CountDownLatch(1);
    store.before =
        () -> {
          store.before = () -> {}; // whoever waits for this call goes on after it
          hangs.countDown();
          try {
            end.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    start(builder().store((id, lost) -> store.telling(lost)).chunkRecords(10));
    emit(1_000);
    hangs.await();
    assertThat(collector.report().balanced()).isTrue();
    CollectorReport report =
        assertTimeout(
            Duration.ofMillis(1500),
            () -> collector.close(Duration.ofMillis(500)),
            "contract: close takes its timeout and a second at most");
    assertThat(report.balanced()).isTrue();
    assertThat(report.pending()).isZero();
    end.countDown();
    await().until(() -> store.closed);
    long kept = store.kept.stream().mapToLong(k -> k.chunk.header().recordCount()).sum();
    assertThat(kept)
        .as("told as lost")
        .isLessThanOrEqualTo(report.spilled() + report.unconfirmed());
    writer.mode = FakeRawWriter.Mode.SWALLOW;
  }
}
