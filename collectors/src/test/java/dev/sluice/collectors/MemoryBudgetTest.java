package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.Options;
import dev.sluice.collectors.ring.Stripe;
import dev.sluice.testkit.Warns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Warns({"will try again: the sink is down", "records are refused, so far {ring_full="})
class MemoryBudgetTest extends CollectorTest {
  @Test
  void defaults_stay_within_20_MiB_with_stripes_for_texts_of_64_KiB() {
    MemoryBudget budget =
        MemoryBudget.of(
            ChunkingCollectorBuilder.DEFAULT_MEMORY_BYTES,
            ChunkingCollectorBuilder.DEFAULT_CHUNK_RECORDS,
            ChunkingCollectorBuilder.DEFAULT_CHUNK_BYTES);
    assertThat(sum(budget, 20 << 20)).isLessThanOrEqualTo(20 << 20);
    int longestRow = Stripe.longestRow(budget.sharedWords());
    assertThat(longestRow * Long.BYTES).isGreaterThan(65_536 + 64);
    assertThat(budget.smallWords()).isGreaterThanOrEqualTo(2 * longestRow);
    assertThat(budget.largeBytes()).as("outlasts a time slice").isEqualTo(4 << 20);
    assertThat(budget.largeStripes()).as("the first thread is seldom the busy one").isEqualTo(2);
    assertThat(budget.largeStripes() + budget.smallStripes()).isGreaterThanOrEqualTo(8);
    assertThat(budget.sealedBytes()).isGreaterThanOrEqualTo(4 * (1L << 20));
    assertThat(budget.evictWindowBytes()).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "8589934592,20971520",
    "167772160,20971520",
    "134217728,16777216",
    "16252928,2031616",
    "4194304,1048576"
  })
  void default_is_at_most_an_eighth_of_the_heap(long heap, long total) {
    assertThat(MemoryBudget.defaultTotal(heap)).isEqualTo(total);
  }

  @Test
  void options_in_effect_tell_the_default_of_a_small_heap() {
    Options small = new Options(Map.of());
    CollectorKeys.boundMemory(small, 16 << 20);
    assertThat(value(small)).isEqualTo("2048KiB (default, with a small heap)");
    Options given = new Options(Map.of("memory", "3MiB"));
    CollectorKeys.boundMemory(given, 16 << 20);
    assertThat(value(given)).isEqualTo("3MiB (URI)");
    Options large = new Options(Map.of());
    CollectorKeys.boundMemory(large, 1 << 30);
    assertThat(value(large)).isEqualTo("20MiB, at most an eighth of the largest heap (default)");
  }

  private static String value(Options options) {
    CollectorKeys.ALL.forEach(options::get);
    return options.settings().stream()
        .filter(setting -> setting.key().equals("memory"))
        .map(setting -> setting.value() + " (" + setting.origin() + ")")
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "1048576,1,1024",
    "1048576,65536,130000",
    "3000000,1024,100000",
    "8388608,1024,900000",
    "16777216,65536,2000000",
    "134217728,65536,2000000",
    "1073741824,65536,16000000"
  })
  void parts_add_up_to_no_more_than_the_total(long total, int records, int chunkBytes) {
    MemoryBudget budget = MemoryBudget.of(total, records, chunkBytes);
    assertThat(sum(budget, total)).isLessThanOrEqualTo(total);
    assertThat(budget.largeStripes()).isPositive();
    assertThat(budget.largeStripes() + budget.smallStripes()).isLessThanOrEqualTo(63);
    assertThat(budget.sealedBytes()).isGreaterThanOrEqualTo(2L * chunkBytes);
    assertThat(Integer.bitCount(budget.sharedBytes())).isEqualTo(1);
    assertThat(Integer.bitCount(budget.largeBytes())).isEqualTo(1);
  }

  @Test
  void default_total_is_divided_as_documented() {
    MemoryBudget budget = MemoryBudget.of(20 << 20, 1024, 900 << 10);
    assertThat(budget)
        .isEqualTo(new MemoryBudget(1 << 20, 4 << 20, 2, 8, 32_768, 923_648, 5 << 20));
    assertThat(budget.sharedStripes()).isEqualTo(1);
    assertThat(budget.sharedWords()).isEqualTo(131_072);
    assertThat(budget.largeWords()).isEqualTo(524_288);
    assertThat(budget.smallWords()).isEqualTo(32_768);
    assertThat(budget.evictWindowBytes()).isEqualTo(1_572_864);
    MemoryBudget large = MemoryBudget.of(1 << 30, 65_536, 900 << 10);
    assertThat(large.sharedStripes()).isEqualTo(4);
    assertThat(large.sharedWords()).isEqualTo(131_072);
    assertThat(large.batchWords()).isEqualTo(65_536 * 12);
    MemoryBudget smallest = MemoryBudget.of(MemoryBudget.MIN_BYTES, 1, 1024);
    assertThat(smallest.batchWords()).as("two of the longest rows").isEqualTo(2 * 1024);
    assertThat(smallest.smallWords()).isEqualTo(8_192);
    MemoryBudget even = MemoryBudget.of(20 << 20, 1024, (1 << 20) - ChunkLayout.MAX_HEADER_BYTES);
    assertThat(even.evictWindowBytes()).as("a chunk of 1 MiB, header included").isEqualTo(3 << 19);
    assertThat(MemoryBudget.encoderBytes(80)).isEqualTo(10);
    assertThat(MemoryBudget.markBytes(80)).isEqualTo(10);
  }

  private static long sum(MemoryBudget budget, long total) {
    return ringBytes(budget)
        + MemoryBudget.markBytes(budget.sharedBytes())
        + (long) budget.batchWords() * Long.BYTES
        + budget.bodyBytes()
        + budget.sealedBytes()
        + MemoryBudget.encoderBytes(total);
  }

  private static long ringBytes(MemoryBudget budget) {
    return budget.sharedBytes()
        + (long) budget.largeStripes() * budget.largeBytes()
        + (long) budget.smallStripes() * budget.smallWords() * Long.BYTES;
  }

  @Test
  void largest_chunk_of_every_total_fits() {
    for (long total = MemoryBudget.MIN_BYTES; total <= 1L << 30; total = total * 5 / 4) {
      int largest = MemoryBudget.maxChunkBytes(total);
      assertThat(largest).isBetween(1024, ChunkLayout.MAX_CHUNK_BYTES);
      MemoryBudget budget = MemoryBudget.of(total, 1024, largest);
      assertThat(sum(budget, total)).isLessThanOrEqualTo(total);
    }
  }

  @Test
  void arrays_made_under_full_load_stay_within_the_budget() throws InterruptedException {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    start(builder().chunkRecords(100).memoryBytes(16 << 20));
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 60; t++) {
      int id = t;
      threads.add(
          new Thread(
              () -> {
                for (int i = 0; rows.emit(id, 0, i); i++) {
                  // until everything is full
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    MemoryBudget budget =
        MemoryBudget.of(16 << 20, 100, ChunkingCollectorBuilder.DEFAULT_CHUNK_BYTES);
    assertThat(collector.sink().ring.allocatedBytes()).isEqualTo(ringBytes(budget));
    await().until(() -> collector.outbox().ledger.pool.allocatedBytes() > 1 << 20);
    assertThat(collector.outbox().ledger.pool.allocatedBytes())
        .isLessThanOrEqualTo(budget.sealedBytes());
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    assertThat(collector.flush(Duration.ofSeconds(30))).isTrue();
    assertThat(collector.outbox().ledger.pool.allocatedBytes())
        .isLessThanOrEqualTo(budget.sealedBytes());
  }
}
