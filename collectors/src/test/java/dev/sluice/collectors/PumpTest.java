package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowLayout;
import dev.sluice.collectors.ring.Stripe;
import dev.sluice.testkit.LogLines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

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
}
