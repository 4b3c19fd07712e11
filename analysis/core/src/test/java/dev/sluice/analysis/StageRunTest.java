package dev.sluice.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.streams.RecordStream;
import dev.sluice.streams.RecordStreamBuilder;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class StageRunTest {
  private static final SerializerPair BINARY = SerializerPair.named("binary");
  private static final int PRODUCERS = 3;

  /** Chunks of three producers in turns, of rows with many keys, some without anything wanted. */
  private static List<Chunk> chunks(long seed, int count) throws Exception {
    Random random = new Random(seed);
    long[] emitted = new long[PRODUCERS];
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int producer = i % PRODUCERS;
      int rows = i == 1 ? 5_000 : random.nextInt(400);
      boolean end = i >= count - PRODUCERS;
      emitted[producer] += rows;
      ChunkHeader header =
          ChunkHeader.of(
              BINARY.serializer().id(),
              0,
              rows,
              new Accounting.Builder(producer + 1)
                  .sequence(i / PRODUCERS)
                  .emitted(emitted[producer])
                  .end(end)
                  .build());
      Chunk encoded = BINARY.chunk(BINARY.encoder(), batch(random, rows).build());
      chunks.add(BINARY.chunk(SerializerPair.body(encoded), header));
    }
    return chunks;
  }

  private static TestBatch batch(Random random, int rows) {
    TestBatch batch = new TestBatch();
    boolean wanted = random.nextInt(5) > 0;
    for (int row = 0; row < rows; row++) {
      if (wanted && random.nextInt(4) > 0) {
        String text = random.nextBoolean() ? "text " + random.nextInt(50) : null;
        byte[] content = random.nextBoolean() ? new byte[random.nextInt(9)] : null;
        long key = random.nextInt(100);
        batch.add(SumStage.TYPE, key, random.nextLong(), text, content, random.nextLong());
      } else {
        batch.add(SumStage.OTHER, random.nextLong());
      }
    }
    return batch;
  }

  private static <R> StageRun<R> open(Stage<R> stage, List<Chunk> chunks, int workers)
      throws Exception {
    return StageRun.open(stage, RecordStream.builder(new MemoryReader(chunks, false)), workers);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void several_workers_have_the_result_of_one(int workers) throws Exception {
    for (int seed = 1; seed <= 5; seed++) {
      List<Chunk> chunks = chunks(seed, 60);
      try (StageRun<Map<String, Long>> one = open(new SumStage(), chunks, 1);
          StageRun<Map<String, Long>> several = open(new SumStage(), chunks, workers)) {
        Map<String, Long> expected = one.drain();
        assertThat(expected).hasSizeGreaterThan(PRODUCERS * 90);
        assertThat(several.drain()).isEqualTo(expected);
        assertThat(several.audit()).isEqualTo(one.audit());
        assertThat(several.audit().complete()).isTrue();
        assertThat(several.exhausted()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void a_source_that_is_to_be_decoded_in_parallel_has_the_same_result(int workers)
      throws Exception {
    List<Chunk> chunks = chunks(7, 60);
    Set<Thread> callers = ConcurrentHashMap.newKeySet();
    Stage<Map<String, Long>> stage =
        new SumStage() {
          @Override
          public void keys(ColumnBatch batch, long[] keys) {
            callers.add(Thread.currentThread());
            super.keys(batch, keys);
          }
        };
    RecordStreamBuilder source = RecordStream.builder(new MemoryReader(chunks, false));
    try (StageRun<Map<String, Long>> one = open(new SumStage(), chunks, 1);
        StageRun<Map<String, Long>> run = StageRun.open(stage, source.parallelism(3), workers)) {
      assertThat(run.drain()).isEqualTo(one.drain());
    }
    if (workers > 1) {
      assertThat(callers).containsExactly(Thread.currentThread());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void a_source_is_closed_if_a_worker_cannot_be_made(int workers) throws Exception {
    IllegalStateException failure = new IllegalStateException("no worker");
    Stage<?> stage =
        new SumStage() {
          @Override
          public StageWorker<Map<String, Long>> newWorker() {
            throw failure;
          }
        };
    MemoryReader reader = new MemoryReader(chunks(1, 3), false);
    assertThatThrownBy(() -> StageRun.open(stage, RecordStream.builder(reader), workers))
        .isSameAs(failure);
    assertThat(reader.isClosed()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void what_a_worker_throws_comes_out_unchanged_and_stops_all(int workers) throws Exception {
    IllegalStateException failure = new IllegalStateException("no");
    AtomicInteger rows = new AtomicInteger();
    Stage<?> stage =
        new SumStage() {
          @Override
          void row(long key, long value) {
            if (rows.incrementAndGet() == 1_000) {
              throw failure;
            }
          }
        };
    try (StageRun<?> run = open(stage, chunks(1, 300), workers)) {
      assertThatThrownBy(run::drain).isSameAs(failure);
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("sluice-analysis-"));
  }

  @Test
  void what_keys_throws_comes_out_unchanged() throws Exception {
    IllegalStateException failure = new IllegalStateException("no key");
    Stage<?> stage =
        new SumStage() {
          @Override
          public void keys(ColumnBatch batch, long[] keys) {
            throw failure;
          }
        };
    try (StageRun<?> run = open(stage, chunks(1, 6), 2)) {
      assertThatThrownBy(run::drain).isSameAs(failure);
    }
  }

  @Test
  void an_error_in_a_worker_wakes_a_reader_that_waits_for_a_silent_source() throws Exception {
    CountDownLatch waits = new CountDownLatch(1);
    IllegalStateException failure = new IllegalStateException("late");
    Thread caller = Thread.currentThread();
    Stage<?> stage =
        new SumStage() {
          @Override
          void row(long key, long value) {
            if (Thread.currentThread() != caller) {
              awaits(waits);
              throw failure;
            }
          }
        };
    MemoryReader endless = new MemoryReader(chunks(1, 2), true);
    try (StageRun<?> run = StageRun.open(stage, RecordStream.builder(endless), 2)) {
      assertThat(run.poll(Duration.ZERO)).isPositive();
      assertThat(run.poll(Duration.ZERO)).isPositive();
      waits.countDown();
      assertThatThrownBy(() -> run.poll(Duration.ofHours(1))).isSameAs(failure);
    }
  }

  @Test
  void a_cancelled_run_ends_though_its_workers_are_behind() throws Exception {
    CountDownLatch cancelled = new CountDownLatch(1);
    CountDownLatch started = new CountDownLatch(1);
    Stage<?> stage =
        new SumStage() {
          @Override
          void row(long key, long value) {
            started.countDown();
            awaits(cancelled);
          }
        };
    try (StageRun<?> run = open(stage, chunks(1, 2_000), 2)) {
      Thread canceller =
          new Thread(
              () -> {
                awaits(started);
                run.cancel();
                cancelled.countDown();
              });
      canceller.start();
      assertThatThrownBy(run::drain).isInstanceOf(CancellationException.class);
      canceller.join();
      assertThatThrownBy(() -> run.poll(Duration.ZERO)).isInstanceOf(CancellationException.class);
    }
  }

  @Test
  void a_reader_waits_for_other_workers_that_are_behind() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    List<Chunk> chunks = chunks(1, 3_000);
    Stage<Map<String, Long>> stage =
        new SumStage() {
          @Override
          void row(long key, long value) {
            if (Thread.currentThread().getName().startsWith("sluice-analysis-")) {
              awaits(open);
            }
          }
        };
    try (StageRun<Map<String, Long>> run = open(stage, chunks, 2)) {
      AtomicInteger polls = new AtomicInteger();
      Thread reader =
          new Thread(
              () -> {
                try {
                  while (!run.exhausted()) {
                    run.poll(Duration.ZERO);
                    polls.incrementAndGet();
                  }
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      reader.start();
      // It parks where it waits for room; when it does, far from all was read.
      while (reader.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      assertThat(polls.get()).isLessThan(200);
      open.countDown();
      reader.join();
      assertThat(polls.get()).isEqualTo(chunks.size());
      assertThat(run.finish()).isNotEmpty();
    }
  }

  @Test
  void each_worker_is_told_of_chunks_without_records_and_of_gaps() throws Exception {
    List<Chunk> chunks = new ArrayList<>();
    for (int sequence : new int[] {0, 2}) {
      Accounting.Builder accounting =
          new Accounting.Builder(9).sequence(sequence).emitted(1 + sequence).end(sequence == 2);
      chunks.add(
          BINARY.chunk(
              new byte[0], ChunkHeader.of(BINARY.serializer().id(), 0, 0, accounting.build())));
    }
    Map<String, Long> expected = Map.of("chunks of 9", 2L);
    try (StageRun<Map<String, Long>> run = open(new SumStage(), chunks, 3)) {
      assertThat(run.drain()).isEqualTo(expected);
      assertThat(run.audit().complete()).isFalse();
    }
  }

  @Test
  void impossible_numbers_of_workers_are_refused() {
    for (int workers : new int[] {0, 65}) {
      assertThatThrownBy(() -> open(new SumStage(), List.of(), workers))
          .hasMessage("workers must be 1 to 64, was " + workers);
    }
  }

  private static void awaits(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
