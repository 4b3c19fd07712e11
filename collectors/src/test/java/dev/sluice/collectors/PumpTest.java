package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowLayout;
import dev.sluice.collectors.ring.Stripe;
import dev.sluice.collectors.threads.Step;
import dev.sluice.testkit.LogLines;
import dev.sluice.testkit.Warns;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may end the pump's steps and when, and what it does beside records. */
class PumpTest extends CollectorTest {
  private static <T> T inThread(Supplier<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread = new Thread(() -> result.complete(work.get()));
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return result.join();
  }

  @Test
  void steps_leave_the_pump_to_others_and_rows_given_up_are_counted() {
    start(manual().chunkRecords(10));
    emit(25);
    collector.step();
    assertThat(inThread(collector.pump()::discard)).isTrue();
    assertThat(dropped(DropCause.CLOSED)).isEqualTo(15);
    assertThat(collector.report().emitted()).isEqualTo(25);
    assertThat(inThread(collector.pump()::discard)).as("again").isTrue();
    assertThat(dropped(DropCause.CLOSED)).isEqualTo(15);
    assertThat(inThread(collector.pump()::sealEnd)).isTrue();
    assertThat(collector.pump().discard()).as("after the end").isTrue();
  }

  @Test
  void failed_step_leaves_the_pump_to_others() {
    start(manual());
    serializer.failure = new IllegalStateException("broken");
    emit(1);
    collector.pump().requestFlush();
    collector.step();
    serializer.failure = null;
    assertThat(inThread(collector.pump()::sealEnd)).isTrue();
    assertThat(dropped(DropCause.ENCODE_ERROR)).isEqualTo(1);
  }

  @Test
  void end_does_not_come_in_the_middle_of_a_step() {
    start(manual());
    emit(1);
    List<Boolean> ended = new ArrayList<>();
    serializer.beforeEncode =
        () -> {
          serializer.beforeEncode = () -> {};
          ended.add(collector.pump().discard());
          ended.add(collector.pump().sealEnd());
          ended.add(inThread(collector.pump()::discard));
          ended.add(inThread(collector.pump()::sealEnd));
        };
    clock.skip(Duration.ofSeconds(1));
    collector.step();
    assertThat(ended).containsExactly(false, false, false, false);
    assertThat(writer.rows()).hasSize(1);
  }

  @Test
  void pump_that_may_not_go_on_looks_again_later_and_later() {
    start(manual());
    collector.pump().discard();
    for (long pause : new long[] {100_000, 200_000, 400_000, 800_000, 1_600_000, 3_200_000}) {
      assertThat(collector.pump().turn()).isEqualTo(-pause);
    }
    collector.pump().turn();
    assertThat(collector.pump().turn()).isEqualTo(-10_000_000);
  }

  @Test
  void flush_wakes_the_pump() {
    start(manual());
    collector.pump().signal().expect();
    collector.pump().requestFlush();
    assertThat(collector.pump().signal().isAwaited()).isFalse();
    assertThat(collector.pump().isAwake()).isTrue();
    assertThat(collector.pump().idleNanos()).isEqualTo(1_000_000);
    collector.pump().flushes.leave();
  }

  @Test
  void row_that_is_being_written_is_seen_until_the_last_rows_are_fixed() {
    start(manual());
    assertThat(collector.pump().isClaimed()).isFalse();
    RowBuffer buffer = collector.rows().buffer();
    int at = buffer.claim(TestRows.WORDS);
    assertThat(collector.pump().isClaimed()).isTrue();
    collector.sink().close();
    collector.pump().cut();
    assertThat(buffer.commit(at, RowLayout.header(TestRows.WORDS, 0))).isFalse();
  }

  @Test
  void stripe_of_a_dead_thread_is_taken_back_now_and_then() {
    start(manual().maxOwnedStripes(1));
    Stripe first = inThread(() -> collector.sink().ring.stripe());
    RowBuffer shared = inThread(() -> collector.rows().buffer());
    assertThat(shared).isNotSameAs(first);
    clock.skip(Duration.ofSeconds(1));
    collector.step();
    assertThat(collector.rows().buffer()).isSameAs(first);
  }

  @Test
  void records_refused_after_a_quiet_time_are_told_anew() {
    try (LogLines log = new LogLines()) {
      start(manual());
      for (int i = 0; i < 2; i++) {
        collector.rows().reject(DropCause.OVERSIZE, TestRows.TYPE);
        for (int step = 0; step < 2; step++) {
          clock.skip(Duration.ofSeconds(1));
          collector.step();
        }
        clock.skip(Duration.ofSeconds(61));
      }
      assertThat(log.all()).filteredOn(line -> line.contains("records are refused")).hasSize(2);
    }
  }

  @Test
  void ended_collector_flushes_at_once_and_keeps_its_report() {
    start(manual());
    emit(1);
    assertThat(collector.pump().isEnded()).isFalse();
    var report = collector.close(Duration.ofSeconds(1));
    assertThat(collector.pump().isEnded()).isTrue();
    assertThat(collector.flush(Duration.ZERO)).isTrue();
    assertThat(inThread(() -> collector.close(Duration.ofDays(1)))).isSameAs(report);
  }

  @Test
  void flush_that_runs_out_of_time_waits_no_longer() {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    start(manual());
    emit(1);
    assertThat(collector.flush(Duration.ofSeconds(1))).as("not taken").isFalse();
    assertThat(collector.pump().flushes.isPending()).isFalse();
    RowBuffer buffer = collector.rows().buffer();
    int at = buffer.claim(TestRows.WORDS);
    assertThat(collector.flush(Duration.ZERO)).isFalse();
    assertThat(collector.pump().flushes.isPending()).isFalse();
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    buffer.put(at + 1, 0);
    buffer.commit(at, RowLayout.header(TestRows.WORDS, 0));
  }

  @Test
  void interrupted_thread_closes_and_stays_interrupted() {
    start(manual());
    emit(10);
    Thread.currentThread().interrupt();
    collector.close(Duration.ofSeconds(5));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(writer.rows()).hasSize(10);
    collector.close(Duration.ZERO);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void chunks_with_attributes_keep_to_their_bytes_and_are_filled() {
    ChunkingCollectorBuilder builder = manual().chunkBytes(2000);
    for (String name : List.of("one", "two", "three", "four")) {
      builder.attribute(name, "x".repeat(225));
    }
    start(builder);
    for (int round = 0; round < 4; round++) {
      emit(200);
      flush();
    }
    assertThat(writer.chunks).allMatch(chunk -> chunk.header().bodyLength() <= 2000 - 900 - 320);
    assertThat(writer.rows()).hasSize(800);
    assertThat(collector.status().closeReasons()).containsKey(CloseReason.BYTES);
    int calls = serializer.calls;
    emit(200);
    flush();
    assertThat(serializer.calls - calls).as("it has learnt what fits").isLessThan(80);
  }

  @Test
  void lost_rows_are_not_in_the_last_chunk() {
    start(manual());
    rows.emit(RawSerializer.BOMB, 0, 0);
    flush();
    rows.emit(RawSerializer.POISON, 0, 0);
    flush();
    collector.close(Duration.ofSeconds(1));
    assertThat(writer.last().header().recordCount()).isZero();
    assertThat(dropped(DropCause.ENCODE_ERROR)).isEqualTo(2);
  }

  @Test
  void failed_step_and_the_next_one_that_works_are_logged() {
    try (LogLines log = new LogLines()) {
      start(manual());
      writer.maxChunkBytesFailure = new IllegalStateException("broken");
      assertThat(collector.pump().step()).isEqualTo(Step.BLOCKED);
      assertThat(log.all()).containsExactly("WARNING producer test: the pump failed and goes on");
      writer.maxChunkBytesFailure = null;
      collector.pump().step();
      assertThat(log.all()).contains("INFO producer test: the pump works after 1 failures");
      writer.maxChunkBytesFailure = new IllegalStateException("broken");
      collector.pump().step();
      writer.maxChunkBytesFailure = null;
      assertThat(inThread(collector.pump()::discard)).as("its lock is free").isTrue();
    }
  }

  @Test
  void end_that_could_not_be_sealed_leaves_the_pump_to_others() {
    start(manual());
    writer.maxChunkBytesFailure = new IllegalStateException("broken");
    assertThatThrownBy(collector.pump()::sealEnd).hasMessage("broken");
    writer.maxChunkBytesFailure = null;
    assertThat(inThread(collector.pump()::sealEnd)).isTrue();
  }

  @Test
  void sender_is_woken_when_the_pump_has_nothing_to_do_or_may_not_go_on() {
    start(manual().chunkRecords(10));
    emit(10);
    collector.outbox().signal().expect();
    assertThat(collector.pump().step()).isEqualTo(Step.BUSY);
    assertThat(collector.outbox().signal().isAwaited()).as("more may come").isTrue();
    assertThat(collector.pump().step()).isEqualTo(Step.IDLE);
    assertThat(collector.outbox().signal().isAwaited()).isFalse();
    collector.outbox().signal().expect();
    collector.pump().discard();
    assertThat(collector.pump().step()).isEqualTo(Step.BLOCKED);
    assertThat(collector.outbox().signal().isAwaited()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void pump_that_naps_leaves_the_sender_asleep_unless_somebody_waits(boolean flush) {
    start(manual().maxOwnedStripes(0));
    collector.pump().step();
    emit(2_000);
    clock.skip(Duration.ofMillis(2));
    assertThat(collector.pump().step()).isEqualTo(Step.BUSY);
    RowBuffer buffer = collector.rows().buffer();
    int at = buffer.claim(TestRows.WORDS);
    if (flush) {
      collector.pump().requestFlush(); // for the row that is being written
    }
    collector.outbox().signal().expect();
    assertThat(collector.pump().step()).isEqualTo(Step.IDLE);
    assertThat(collector.outbox().signal().isAwaited()).isEqualTo(!flush);
    buffer.put(at + 1, 0);
    buffer.commit(at, RowLayout.header(TestRows.WORDS, 0));
  }

  @Test
  void what_is_done_now_and_then_is_done_every_fifth_of_a_second() {
    try (LogLines log = new LogLines()) {
      start(manual());
      collector.rows().reject(DropCause.OVERSIZE, TestRows.TYPE);
      clock.skip(Duration.ofMillis(199));
      collector.pump().step();
      assertThat(log.all()).isEmpty();
      clock.skip(Duration.ofMillis(1));
      collector.pump().step();
      assertThat(log.all()).hasSize(1);
    }
  }

  @Test
  void symbols_of_unloaded_classes_are_forgotten_now_and_then() {
    start(manual());
    ClassLoader loader = new URLClassLoader(new URL[0]);
    int id = collector.rows().symbol("gone", loader).id();
    int[] more = new int[1];
    loader = null;
    await()
        .until(
            () -> {
              System.gc();
              clock.skip(Duration.ofMillis(200));
              collector.pump().step();
              return collector.rows().symbol("s" + more[0]++).id() == id;
            });
    assertThat(more[0]).isPositive();
  }

  @Test
  void chunk_that_has_rows_takes_no_more_than_it_has_room_for() {
    start(manual().chunkRecords(10));
    emit(5);
    assertThat(collector.pump().step()).isEqualTo(Step.IDLE);
    emit(10);
    flush();
    assertThat(writer.chunks).extracting(c -> c.header().recordCount()).containsExactly(10, 5);
    assertThat(collector.report().emitted()).isEqualTo(15);
  }

  @Test
  void pump_without_rows_sleeps_for_the_whole_delay() {
    start(manual().maxDelay(Duration.ofMillis(150)));
    collector.pump().step();
    clock.skip(Duration.ofMillis(100));
    collector.pump().step();
    assertThat(collector.pump().idleNanos()).isEqualTo(150_000_000);
    emit(1);
    clock.skip(Duration.ofMillis(100));
    collector.pump().step();
    assertThat(collector.pump().idleNanos()).as("the row is 100 ms old").isEqualTo(50_000_000);
  }

  @Test
  @Warns("records are refused, so far {oversize=")
  void drops_are_told_ten_seconds_after_the_last_chunk() {
    start(manual());
    clock.skip(Duration.ofSeconds(9));
    emit(1);
    assertThat(collector.pump().step()).isEqualTo(Step.BUSY);
    for (int i = 1; i < 3; i++) {
      collector.rows().reject(DropCause.OVERSIZE, TestRows.TYPE);
      clock.skip(Duration.ofMillis(9_999));
      assertThat(collector.pump().step()).as("%s", i).isEqualTo(Step.IDLE);
      clock.skip(Duration.ofMillis(1));
      assertThat(collector.pump().step()).as("%s", i).isEqualTo(Step.BUSY);
      assertThat(collector.status().closeReasons()).containsEntry(CloseReason.DROPS, (long) i);
    }
  }
}
