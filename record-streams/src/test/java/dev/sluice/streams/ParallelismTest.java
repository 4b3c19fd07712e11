package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.record.ColumnBatch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ParallelismTest {
  private static final int PRODUCERS = 5;
  private static final int ROUNDS = 40;

  private final List<TestProducer> producers =
      IntStream.range(0, PRODUCERS).mapToObj(TestProducer::new).toList();
  private final ScriptedReader reader = new ScriptedReader();
  private final Map<String, List<Long>> numbers = new ConcurrentHashMap<>();
  private final Map<String, Thread> threads = new ConcurrentHashMap<>();

  private RecordStreamBuilder builder() {
    return RecordStream.builder(reader).parallelism(3);
  }

  private void fill() {
    Chunk[] chunks = new Chunk[PRODUCERS * ROUNDS];
    for (int i = 0; i < chunks.length; i++) {
      chunks[i] = producers.get(i % PRODUCERS).events(2);
    }
    reader.poll(chunks);
    reader.poll(producers.stream().map(TestProducer::end).toArray(Chunk[]::new));
  }

  private void collect(ColumnBatch batch, Chunk chunk) {
    String producer = chunk.accounting().producer();
    List<Long> list = numbers.computeIfAbsent(producer, id -> new ArrayList<>());
    for (int row = 0; row < batch.rows(); row++) {
      list.add(batch.values()[batch.start(0) + row]);
    }
    assertThat(threads.putIfAbsent(producer, Thread.currentThread()))
        .isIn(null, Thread.currentThread());
  }

  private void assertAll() {
    List<Long> all = IntStream.range(0, 2 * ROUNDS).mapToObj(i -> (long) i).toList();
    assertThat(numbers)
        .hasSize(PRODUCERS)
        .allSatisfy((id, list) -> assertThat(list).isEqualTo(all));
  }

  @Test
  void each_producer_keeps_its_order_and_its_thread() throws Exception {
    fill();
    try (RecordStream stream = builder().open()) {
      assertThat(stream.drainColumns(this::collect)).isEqualTo(2L * PRODUCERS * ROUNDS);
      assertThat(stream.audit().complete()).isTrue();
    }
    assertAll();
    assertThat(threads.values()).doesNotContain(Thread.currentThread());
    for (Thread thread : threads.values()) {
      thread.join();
    }
  }

  @Test
  void records_of_several_producers_are_handed_over_at_the_same_time() throws Exception {
    reader.poll(producers.get(0).events(1), producers.get(1).events(1));
    CountDownLatch both = new CountDownLatch(2);
    try (RecordStream stream = builder().open()) {
      stream.poll(
          (cursor, chunk) -> {
            both.countDown();
            awaitUninterrupted(both);
          },
          Duration.ZERO);
    }
    assertThat(both.getCount()).isZero();
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_failure_comes_out_unchanged_and_what_was_not_handed_over_comes_again() throws Exception {
    fill();
    IllegalStateException failure = new IllegalStateException("no");
    AtomicInteger chunks = new AtomicInteger();
    try (RecordStream stream = builder().open()) {
      assertThatThrownBy(
              () ->
                  stream.pollColumns(
                      (batch, chunk) -> {
                        if (chunks.incrementAndGet() == 50) {
                          throw failure;
                        }
                        collect(batch, chunk);
                      },
                      Duration.ZERO))
          .isSameAs(failure);
      assertThat(reader.acknowledged).isZero();
      int before = chunks.get();
      assertThat(before).isLessThan(PRODUCERS * ROUNDS);

      stream.drainColumns(this::collect);
      assertThat(stream.audit().complete()).isTrue();
    }
    assertAll();
  }

  @Test
  void a_damaged_chunk_is_counted_once_though_its_poll_failed() throws Exception {
    Chunk bad = producers.get(0).chunk("nonsense\n", 1);
    Chunk good = producers.get(1).events(1);
    reader.poll(bad, good);
    List<Damage> damages = new ArrayList<>();
    CountDownLatch refused = new CountDownLatch(1);
    try (RecordStream stream =
        builder()
            .damageListener(
                damage -> {
                  damages.add(damage);
                  refused.countDown();
                })
            .open()) {
      assertThatThrownBy(
              () ->
                  stream.pollColumns(
                      (batch, chunk) -> {
                        awaitUninterrupted(refused);
                        throw new IllegalStateException("no");
                      },
                      Duration.ZERO))
          .hasMessage("no");
      stream.drainColumns(this::collect);
      assertThat(stream.audit().damaged()).isEqualTo(1);
      assertThat(damages).hasSize(1);
    }
  }

  @Test
  void an_interrupt_ends_the_poll_and_the_consumers() throws Exception {
    fill();
    Thread poller = Thread.currentThread();
    AtomicInteger interrupted = new AtomicInteger();
    try (RecordStream stream = builder().open()) {
      assertThatThrownBy(
              () ->
                  stream.pollColumns(
                      (batch, chunk) -> {
                        poller.interrupt();
                        try {
                          new CountDownLatch(1).await();
                        } catch (InterruptedException e) {
                          interrupted.incrementAndGet();
                        }
                      },
                      Duration.ZERO))
          .isInstanceOf(IOException.class);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(interrupted.get()).isPositive();
    }
  }

  @Test
  void one_thread_at_least() {
    assertThatThrownBy(() -> RecordStream.builder(reader).parallelism(0))
        .hasMessage("parallelism must be 1 to 256, was 0");
  }
}
