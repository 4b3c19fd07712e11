package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.testkit.Warns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Warns({
  "will try again: the sink is down",
  "records are refused, so far {evicted=",
  "records are refused, so far {closed="
})
class FullRingTest extends CollectorTest {
  private static final long SMALL = 1 << 20;

  /** Emits until the first refusal; the sink takes nothing. */
  private int fill() {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    int emitted = 0;
    while (rows.emit(1, 0, emitted)) {
      emitted++;
    }
    return emitted;
  }

  @Test
  void full_ring_drops_newest_and_counts_it() {
    start(manual().memoryBytes(SMALL));
    int emitted = fill();
    assertThat(rows.emit(1, 0, emitted)).isFalse();
    assertThat(dropped(DropCause.RING_FULL)).isEqualTo(2);
    assertThat(collector.report().pending()).isEqualTo(emitted);
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    flush();
    assertThat(writer.rows()).hasSize(emitted);
    assertThat(writer.rows().get(0).sequence()).isZero();
    assertThat(writer.last().accounting().dropped().of(DropCause.RING_FULL)).isEqualTo(2);
  }

  @Test
  void slow_sink_reaches_the_ring_and_the_policy_decides() {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    start(builder().memoryBytes(SMALL));
    while (rows.emit(1, 0, 0)) {
      // until sink, chunks and ring are full
    }
    assertThat(collector.report().balanced()).isTrue();
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    await().atMost(Duration.ofSeconds(20)).until(() -> collector.flush(Duration.ofSeconds(1)));
  }

  @Test
  void blocking_policy_waits_until_the_deadline_and_no_longer() {
    start(
        manual()
            .memoryBytes(SMALL)
            .policy(FullRingPolicy.BLOCK)
            .blockDeadline(Duration.ofMillis(60)));
    long start = clock.nanoTime();
    fill();
    assertThat(clock.nanoTime() - start).isBetween(60_000_000L, 65_000_000L);
    assertThat(dropped(DropCause.BLOCK_DEADLINE)).isEqualTo(1);
    assertThat(dropped(DropCause.RING_FULL)).isZero();
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
  }

  @Test
  void interrupted_thread_still_waits_and_keeps_its_flag() {
    start(
        manual()
            .memoryBytes(SMALL)
            .policy(FullRingPolicy.BLOCK)
            .blockDeadline(Duration.ofMillis(60)));
    Thread.currentThread().interrupt();
    long start = clock.nanoTime();
    fill();
    assertThat(clock.nanoTime() - start).isGreaterThanOrEqualTo(60_000_000);
    assertThat(Thread.interrupted()).isTrue();
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
  }

  @Test
  void sixty_four_blocked_threads_all_resume_when_space_appears() throws InterruptedException {
    writer.mode = FakeRawWriter.Mode.BLOCK;
    start(
        builder()
            .memoryBytes(SMALL)
            .policy(FullRingPolicy.BLOCK)
            .blockDeadline(Duration.ofMinutes(2)));
    int perThread = 40_000; // more than all memory has room for
    AtomicInteger accepted = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 64; t++) {
      int id = t;
      threads.add(
          new Thread(
              () -> {
                for (int i = 0; i < perThread; i++) {
                  accepted.addAndGet(rows.emit(id, 0, i) ? 1 : 0);
                }
              }));
    }
    threads.forEach(Thread::start);
    Set<Thread> blocked = new HashSet<>();
    await()
        .until(
            () -> {
              threads.stream()
                  .filter(t -> t.getState() == Thread.State.TIMED_WAITING)
                  .forEach(blocked::add);
              return blocked.size() == 64;
            });
    writer.permits.release(1_000_000);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(accepted).hasValue(64 * perThread);
    flush();
    int[] last = new int[64];
    writer.rows().forEach(r -> assertThat(r.sequence()).isEqualTo(last[r.thread()]++));
    for (int t = 0; t < 64; t++) {
      assertThat(last[t]).isEqualTo(perThread);
    }
    assertThat(collector.report().dropped().total()).isZero();
  }

  @Test
  void blocked_threads_are_let_go_when_the_collector_is_closed() throws InterruptedException {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    closeTimeout = Duration.ofMillis(300);
    start(
        builder()
            .memoryBytes(SMALL)
            .policy(FullRingPolicy.BLOCK)
            .blockDeadline(Duration.ofMinutes(2)));
    AtomicLong emitted = new AtomicLong();
    Thread thread =
        new Thread(
            () -> {
              while (rows.emit(1, 0, 0)) {
                emitted.incrementAndGet();
              }
            });
    thread.start();
    await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    collector.close(closeTimeout);
    thread.join(5000);
    assertThat(thread.isAlive()).isFalse();
    assertThat(dropped(DropCause.CLOSED)).isGreaterThanOrEqualTo(emitted.get());
  }

  @Test
  void evicting_policy_gives_up_the_oldest_sealed_chunks_and_keeps_the_newest() {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    start(manual().memoryBytes(SMALL).policy(FullRingPolicy.EVICT_OLDEST).chunkRecords(100));
    int total = 50_000;
    for (int i = 0; i < total; i++) {
      assertThat(rows.emit(1, 0, i)).isTrue();
      if (i % 500 == 0) {
        collector.flush(Duration.ofSeconds(1));
      }
    }
    assertThat(dropped(DropCause.RING_FULL)).isZero();
    assertThat(dropped(DropCause.EVICTED)).isPositive();
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    clock.skip(Duration.ofSeconds(10));
    flush();
    List<Long> arrived = sequences(1);
    assertThat(arrived.get(arrived.size() - 1)).isEqualTo(total - 1);
    assertThat(arrived).isSorted();
    assertThat(arrived.size() + dropped(DropCause.EVICTED)).isEqualTo(total);
    assertThat(writer.chunks.get(0).accounting().sequence())
        .as("the one being sent is not given up")
        .isZero();
  }

  @Test
  void evicting_policy_leaves_room_for_new_chunks_when_the_writer_holds_many() {
    writer.mode = FakeRawWriter.Mode.SWALLOW;
    start(manual().memoryBytes(SMALL).policy(FullRingPolicy.EVICT_OLDEST).chunkRecords(100));
    for (int i = 0; i < 50_000; i++) {
      assertThat(rows.emit(1, 0, i)).isTrue();
      if (i % 500 == 0) {
        collector.flush(Duration.ofSeconds(1));
      }
    }
    assertThat(dropped(DropCause.EVICTED)).isPositive();
    assertThat(writer.held()).isPositive();
    closeTimeout = Duration.ofMillis(100);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void evicting_policy_keeps_the_newest_when_the_pump_stands_still(int ownedStripes) {
    start(
        manual()
            .memoryBytes(SMALL)
            .policy(FullRingPolicy.EVICT_OLDEST)
            .maxOwnedStripes(ownedStripes));
    int total = 100_000;
    for (int i = 0; i < total; i++) {
      assertThat(rows.emit(1, 0, i)).isTrue();
    }
    CollectorReport report = collector.report();
    assertThat(report.balanced()).isTrue();
    assertThat(report.emitted()).isEqualTo(total);
    assertThat(report.dropped().of(DropCause.EVICTED))
        .isEqualTo(report.dropped().total())
        .isEqualTo(total - report.pending());
    for (int i = 0; i < 10; i++) {
      collector
          .step(); // turn by turn: a pump of which no turn takes time has the sender fall behind
    }
    flush();
    List<Long> arrived = sequences(1);
    assertThat(arrived).hasSize((int) report.pending()).isSorted();
    assertThat(arrived.get(0)).isEqualTo(total - report.pending());
    assertThat(arrived.get(arrived.size() - 1)).isEqualTo(total - 1);
    assertThat(writer.last().accounting().dropped()).isEqualTo(report.dropped());
  }

  @Test
  void evicting_policy_refuses_nobody_however_many_threads_flood() throws InterruptedException {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    // Chunks of up to 8192 rows would leave room for two of them: the last one would give way at
    // the close, to the empty chunk that tells the end.
    start(builder().memoryBytes(SMALL).policy(FullRingPolicy.EVICT_OLDEST).chunkRecords(1024));
    int perThread = 200_000;
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      int id = t;
      threads.add(
          new Thread(
              () -> {
                for (int i = 0; i < perThread; i++) {
                  rows.emit(id, 0, i);
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    CollectorReport report = collector.close(Duration.ofSeconds(20));
    assertThat(report.balanced()).as("%s", report).isTrue();
    assertThat(report.emitted()).isEqualTo(8L * perThread);
    assertThat(report.acknowledged() + report.dropped().total()).isEqualTo(report.emitted());
    assertThat(report.dropped().of(DropCause.EVICTED)).isPositive();
    for (int t = 0; t < 8; t++) {
      assertThat(sequences(t)).as("of thread %s", t).isSorted();
    }
    assertThat(writer.rows()).anySatisfy(r -> assertThat(r.sequence()).isEqualTo(perThread - 1));
  }
}
