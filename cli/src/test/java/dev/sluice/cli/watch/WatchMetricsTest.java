package dev.sluice.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.cli.Chunks;
import dev.sluice.monitoring.metrics.MetricsText;
import dev.sluice.monitoring.records.OperationDurationReader;
import dev.sluice.testkit.Exposition;
import dev.sluice.testkit.TestBatch;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchMetricsTest {
  private static final String HOSTILE = "void a.<b>\"x\\y\u202e\n.run()" + "z".repeat(10_000);
  private static final String CALLS = "sluice_watch_operation_calls_total";

  @TempDir private Path directory;

  /** One chunk of so many calls of each of so many operations, of which one in ten failed. */
  private static byte[] chunk(
      long sequence, long emitted, Map<String, Long> dropped, int operations, int calls) {
    long now = Instant.now().toEpochMilli() * 1_000_000;
    TestBatch batch = new TestBatch();
    for (int i = 0; i < operations * calls; i++) {
      int number = i % operations;
      String name = number == 0 ? HOSTILE : "void a.B.m" + number + "()";
      batch.add(
          OperationDurationReader.create().type(),
          now,
          name,
          2_000_000L,
          i % (10 * operations) == 0);
    }
    Accounting accounting =
        new Accounting.Builder(7)
            .name("shop@host:4711")
            .sequence(sequence)
            .emitted(emitted)
            .dropped(DropCounts.ofLabels(dropped))
            .times(now, now)
            .build();
    return Chunks.of(accounting, batch);
  }

  private static Exposition awaited(Watching watching, int records) {
    String whole = "sluice_watch_delivered_records_total " + records + "\n";
    return Exposition.parse(watching.await("metrics", page -> page.contains(whole)));
  }

  private static void assertBalanced(Exposition page) {
    assertThat(page.value("sluice_watch_emitted_records_total"))
        .isEqualTo(
            page.value("sluice_watch_delivered_records_total")
                + page.value("sluice_watch_rejected_records_total")
                + page.sum("sluice_watch_dropped_records_total")
                + page.value("sluice_watch_unaccounted_records"));
  }

  @Test
  void what_arrived_and_what_is_missing_is_told_in_the_format_and_adds_up() throws Exception {
    Path file = Chunks.file(directory.resolve("a.slu"), chunk(0, 20, Map.of(), 2, 10));
    try (Watching watching = Watching.of(file.toString())) {
      awaited(watching, 20);
      Files.write(file, chunk(2, 65, Map.of("ring_full", 5L), 2, 10), StandardOpenOption.APPEND);
      Exposition page = awaited(watching, 40);
      assertBalanced(page);
      assertThat(page.value("sluice_watch_emitted_records_total")).isEqualTo(65);
      assertThat(page.value("sluice_watch_unaccounted_records")).isEqualTo(20);
      assertThat(page.value("sluice_watch_missing_chunks")).isEqualTo(1);
      assertThat(page.value("sluice_watch_dropped_records_total", Map.of("cause", "ring_full")))
          .isEqualTo(5);
      assertThat(page.value("sluice_watch_dropped_records_total", Map.of("cause", "oversize")))
          .isZero();
      assertThat(page.has("sluice_watch_lag_messages", Map.of())).as("known of topics").isFalse();
      assertThat(page.value("sluice_watch_behind_seconds")).isBetween(0.0, 600.0);
      assertThat(page.value("sluice_watch_last_chunk_timestamp_seconds"))
          .isBetween(1.6e9, Instant.now().getEpochSecond() + 1.0);
      Map<String, String> m1 = Map.of("operation", "void a.B.m1()");
      assertThat(page.value(CALLS, m1)).isEqualTo(20);
      assertThat(page.sum("sluice_watch_operation_failures_total")).isEqualTo(2);
      String duration = "sluice_watch_operation_duration_seconds";
      assertThat(page.value(duration + "_count", m1)).isEqualTo(20);
      assertThat(
              page.value(duration + "_bucket", Map.of("operation", "void a.B.m1()", "le", "0.001")))
          .isZero();
      assertThat(
              page.value(duration + "_bucket", Map.of("operation", "void a.B.m1()", "le", "0.005")))
          .isEqualTo(20);
      HttpResponse<String> response = watching.get("/metrics");
      assertThat(response.headers().firstValue("Content-Type")).contains(MetricsText.TYPE);
      assertThat(response.body()).doesNotContain("4711", "\u202e", "z".repeat(300));
    }
  }

  @Test
  void nothing_is_claimed_before_a_chunk_came() throws Exception {
    Path file = Files.createFile(directory.resolve("empty.slu"));
    try (Watching watching = Watching.of(file.toString())) {
      Exposition page =
          Exposition.parse(watching.await("metrics", text -> text.contains("sluice_watch_info{")));
      assertThat(page.value("sluice_watch_chunks_total")).isZero();
      for (String unknown :
          new String[] {"emitted_records_total", "missing_chunks", "behind_seconds"}) {
        assertThat(page.types()).containsKey("sluice_watch_" + unknown);
        assertThat(page.has("sluice_watch_" + unknown, Map.of())).as(unknown).isFalse();
      }
    }
  }

  @Test
  void operations_beyond_the_most_share_a_series_and_none_changes_its_own() throws Exception {
    int most = MetricsText.MAX_OPERATIONS;
    Path file = Chunks.file(directory.resolve("a.slu"), chunk(0, most, Map.of(), most, 1));
    try (Watching watching = Watching.of(file.toString())) {
      assertThat(awaited(watching, most).has(CALLS, Map.of("operation", "other"))).isFalse();
      Files.write(file, chunk(1, 5L * most, Map.of(), 2 * most, 2), StandardOpenOption.APPEND);
      Exposition page = awaited(watching, 5 * most);
      assertThat(page.value(CALLS, Map.of("operation", "other"))).isEqualTo(2 * most);
      assertThat(page.value(CALLS, Map.of("operation", "void a.B.m7()"))).isEqualTo(3);
      assertThat(page.value("sluice_watch_operations_in_other")).isEqualTo(most);
      assertThat(page.samples().stream().filter(s -> s.name().equals(CALLS))).hasSize(most + 1);
      assertThat(page.sum(CALLS)).isEqualTo(5 * most);
    }
  }

  @Test
  void others_need_the_token() throws IOException {
    Path file = Chunks.file(directory.resolve("a.slu"), chunk(0, 20, Map.of(), 2, 10));
    try (Watching watching = Watching.of(file.toString(), "--host", "0.0.0.0")) {
      String end = "metrics HTTP/1.1\r\nHost: prometheus.example\r\n\r\n";
      assertThat(watching.answer("GET /" + end)).contains(" 404 ");
      awaited(watching, 20);
      assertThat(watching.answer("GET " + watching.page().getPath() + end)).contains(" 200 ");
    }
  }
}
