package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.CollectorState;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.collectors.delivery.Outbox;
import dev.sluice.testkit.Warns;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Warns({
  "could not be encoded",
  "will try again",
  "a chunk was not delivered: no such topic",
  "does not fit a chunk and is dropped",
  "a raw writer failed, the chunk is lost"
})
class FailureTest extends CollectorTest {
  @Test
  void record_that_cannot_be_encoded_is_dropped_alone() {
    start(manual());
    emit(2);
    rows.emit(RawSerializer.POISON, 0, 0);
    emit(2);
    rows.emit(RawSerializer.POISON, 0, 0);
    flush();
    assertThat(writer.rows()).hasSize(4).allMatch(r -> r.thread() == 1);
    assertThat(dropped(DropCause.ENCODE_ERROR)).isEqualTo(2);
  }

  @Test
  void batch_of_poison_alone_leaves_no_chunk() {
    start(manual());
    rows.emit(RawSerializer.POISON, 0, 0);
    flush();
    assertThat(writer.chunks).isEmpty();
    assertThat(dropped(DropCause.ENCODE_ERROR)).isEqualTo(1);
  }

  @Test
  void encoder_that_fails_costs_its_batch_and_the_pump_goes_on() {
    start(manual());
    emit(3);
    rows.emit(RawSerializer.BOMB, 0, 0);
    flush();
    assertThat(collector.status().state()).isEqualTo(CollectorState.ENCODER_FAILING);
    assertThat(dropped(DropCause.ENCODE_ERROR)).isEqualTo(4);
    emit(5);
    flush();
    assertThat(writer.rows()).hasSize(5);
    assertThat(collector.status().state()).isEqualTo(CollectorState.RUNNING);
  }

  @Test
  void encoder_that_always_fails_still_lets_the_end_be_told() {
    start(builder());
    serializer.failure = new IllegalStateException("broken");
    emit(100);
    assertThat(collector.close(closeTimeout).dropped().of(DropCause.ENCODE_ERROR)).isEqualTo(100);
    assertThat(writer.last().accounting().end()).isTrue();
  }

  @Test
  void error_in_the_encoder_does_not_stop_the_pump() {
    start(builder());
    serializer.beforeEncode =
        () -> {
          serializer.beforeEncode = () -> {};
          throw new AssertionError("an Error, not an Exception");
        };
    emit(1);
    flush();
    emit(1);
    flush();
    assertThat(writer.rows()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"REFUSE", "THROW"})
  void chunk_of_which_a_failed_write_left_something_is_not_told_as_dropped(FakeRawWriter.Mode how) {
    writer.mode = how;
    writer.leftTraces = true;
    start(manual());
    emit(10);
    assertThat(collector.flush(Duration.ofMillis(1))).isEqualTo(how == FakeRawWriter.Mode.THROW);
    CollectorReport report = collector.close(Duration.ZERO);
    assertThat(report.unconfirmed()).as("%s", report).isEqualTo(10);
    assertThat(report.balanced()).isTrue();
  }

  @Test
  void writer_that_does_not_take_a_chunk_gets_it_again_until_it_does() {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    start(manual());
    emit(10);
    assertThat(collector.flush(Duration.ofMillis(1))).isFalse();
    assertThat(collector.status().state()).isEqualTo(CollectorState.RETRYING);
    int attempts = writer.attempts;
    collector.step();
    assertThat(writer.attempts).as("backs off").isEqualTo(attempts);
    clock.skip(Duration.ofMillis(50));
    collector.step();
    assertThat(writer.attempts).isEqualTo(attempts + 1);
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    clock.skip(Duration.ofSeconds(5));
    flush();
    assertThat(writer.rows()).hasSize(10);
    assertThat(collector.status().state()).isEqualTo(CollectorState.RUNNING);
  }

  @Test
  void throwing_writer_costs_its_chunk_and_neither_thread() {
    writer.mode = FakeRawWriter.Mode.THROW;
    start(builder());
    emit(10);
    assertThat(collector.flush(Duration.ofSeconds(10))).isTrue();
    assertThat(dropped(DropCause.WRITE_REJECTED)).isEqualTo(10);
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    emit(10);
    flush();
    assertThat(writer.rows()).hasSize(10);
  }

  @Test
  void rejected_chunks_are_counted_with_their_cause_and_told_by_a_later_header() {
    writer.mode = FakeRawWriter.Mode.FAIL;
    start(manual());
    emit(7);
    flush();
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    emit(1);
    flush();
    assertThat(writer.last().accounting().dropped().of(DropCause.WRITE_REJECTED)).isEqualTo(7);
    assertThat(writer.last().accounting().emitted()).isEqualTo(8);
    assertThat(collector.report().acknowledged()).isEqualTo(1);
  }

  @Test
  void unconfirmed_chunks_are_counted_apart() {
    writer.mode = FakeRawWriter.Mode.UNCONFIRMED;
    start(manual());
    emit(7);
    flush();
    assertThat(collector.report().unconfirmed()).isEqualTo(7);
    assertThat(collector.report().acknowledged()).isZero();
  }

  @Test
  void writer_that_cannot_say_its_limit_does_not_end_the_pump() {
    start(builder());
    writer.maxChunkBytes = -1; // no chunk fits
    emit(3);
    assertThat(collector.flush(Duration.ofMillis(200))).isTrue();
    assertThat(dropped(DropCause.OVERSIZE) + dropped(DropCause.ENCODE_ERROR)).isEqualTo(3);
    writer.maxChunkBytes = 1 << 20;
    emit(3);
    flush();
    assertThat(writer.rows()).hasSize(3);
  }

  @Test
  void several_chunks_may_be_with_the_writer_at_a_time() {
    writer.mode = FakeRawWriter.Mode.HOLD;
    start(builder().chunkRecords(1));
    emit(20);
    await().until(() -> writer.held() == 20);
    assertThat(collector.report().pending()).isEqualTo(20);
    assertThat(collector.report().balanced()).isTrue();
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    writer.release();
    flush();
    assertThat(collector.report().acknowledged()).isEqualTo(20);
  }

  @Test
  void emit_from_the_writer_s_thread_neither_deadlocks_nor_recurses() {
    start(builder().policy(FullRingPolicy.BLOCK).maxDelay(Duration.ofMillis(1)));
    int[] depth = {0};
    int[] deepest = {0};
    int[] emitted = {0};
    writer.onWrite =
        () -> {
          deepest[0] = Math.max(deepest[0], ++depth[0]);
          if (emitted[0]++ < 100) {
            rows.emit(2, 0, 0);
          }
          depth[0]--;
        };
    emit(1);
    await().until(() -> writer.rows().size() == 101);
    assertThat(deepest[0]).isEqualTo(1);
  }

  @Test
  void emit_on_the_pump_s_thread_is_refused_and_never_waits_when_the_ring_is_full() {
    Thread[] pump = new Thread[1];
    start(
        builder()
            .policy(FullRingPolicy.BLOCK)
            .blockDeadline(Duration.ofMinutes(5))
            .memoryBytes(1 << 20));
    serializer.beforeEncode =
        () -> {
          serializer.beforeEncode = () -> {};
          pump[0] = Thread.currentThread();
          while (rows.emit(2, 0, 0)) {
            // until the shared stripe is full
          }
        };
    emit(1);
    flush();
    assertThat(pump[0].getName()).startsWith("sluice-pump-test");
    assertThat(pump[0].isDaemon()).isTrue();
    assertThat(dropped(DropCause.RING_FULL)).isEqualTo(1);
  }

  @Test
  void chunks_that_are_done_hold_no_memory_behind_one_that_is_not() {
    List<WeakReference<Chunk>> sent = new ArrayList<>();
    List<Completion> completions = new ArrayList<>();
    RawWriter outOfOrder =
        new RawWriter() {
          @Override
          public int maxChunkBytes() {
            return 1 << 20;
          }

          @Override
          public void write(Chunk chunk, Completion completion) {
            sent.add(new WeakReference<>(chunk));
            completions.add(completion);
            if (sent.size() > 1) {
              completion.completed(chunk, Completion.Outcome.ACKNOWLEDGED, null);
            }
          }

          @Override
          public void flush() {
            // nothing is held
          }

          @Override
          public void close(Duration timeout) {
            // nothing is open
          }
        };
    ChunkingCollector open =
        ChunkingCollector.builder(outOfOrder, serializer).chunkRecords(1).platform(clock).build();
    TestRows emitter = new TestRows(open.rows());
    for (int i = 0; i < 100; i++) {
      emitter.emit(1, 0, i);
      open.step();
    }
    assertThat(sent).hasSize(100);
    await()
        .until(
            () -> {
              System.gc();
              return sent.stream().filter(chunk -> chunk.get() != null).count() == 1;
            });
    assertThat(sent.get(0).get()).as("the one that is open").isNotNull();
    CollectorReport report = open.report();
    assertThat(report.pending()).isEqualTo(1);
    assertThat(report.acknowledged()).isEqualTo(99);
    assertThat(open.flush(Duration.ZERO)).isFalse();
    completions.get(0).completed(null, Completion.Outcome.ACKNOWLEDGED, null);
    assertThat(open.close(Duration.ofSeconds(1)).acknowledged()).isEqualTo(100);
  }

  @Test
  void pauses_between_attempts_are_short_again_once_the_collector_closes() {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    start(manual());
    emit(1);
    collector.flush(Duration.ofSeconds(1));
    for (int i = 0; i < 20; i++) {
      clock.skip(Duration.ofSeconds(5));
      collector.step();
    }
    Outbox sender = collector.outbox();
    assertThat(sender.pauseNanos()).isGreaterThan(2_000_000_000L);
    assertThat(sender.isDue()).isFalse();
    sender.stopSending(false);
    assertThat(sender.isDue()).as("so nobody sleeps who has not heard the bell").isTrue();
    collector.step();
    assertThat(sender.isDue()).isFalse();
    assertThat(sender.pauseNanos()).isLessThanOrEqualTo(50_000_000);
    sender.stopSending(true);
    assertThat(sender.isDue()).isTrue();
  }
}
