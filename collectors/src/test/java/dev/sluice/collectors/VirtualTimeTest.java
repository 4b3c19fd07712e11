package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.config.Options;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.support.platform.VirtualPlatform;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** A whole collector on a platform whose time is moved. */
class VirtualTimeTest {
  private static final long SECOND = 1_000_000_000;

  private final FakeRawWriter writer = new FakeRawWriter();
  private final List<Long> written = new ArrayList<>();
  private final VirtualPlatform platform = new VirtualPlatform(0, 7);
  private int beforeClosing;

  /** Emits records at even distances, each with its time, and closes. */
  private CollectorReport run(
      Map<String, String> options, LongSupplier roundTrip, int records, long perSecond) {
    ChunkingCollector collector =
        ChunkingCollector.builder(writer, new RawSerializer(), new Options(options))
            .platform(platform)
            .build();
    writer.mode = FakeRawWriter.Mode.HOLD;
    writer.onWrite =
        () -> {
          platform.at(platform.now() + roundTrip.getAsLong(), writer::releaseOne);
          written.add(platform.now());
        };
    TestRows rows = new TestRows(collector.rows());
    for (int i = 0; i < records; i++) {
      long time = i * SECOND / perSecond;
      platform.advanceTo(time);
      rows.emit(1, time, i);
    }
    beforeClosing = written.size();
    CollectorReport report = collector.close(Duration.ofHours(1));
    assertThat(report.balanced()).as("%s", report).isTrue();
    return report;
  }

  private long longestWait() {
    long longest = 0;
    for (int i = 0; i < written.size() - 1; i++) { // the last tells the end
      longest =
          Math.max(longest, written.get(i) - TestRows.decode(writer.chunks.get(i)).get(0).time());
    }
    return longest;
  }

  private long closedBy(CloseReason reason) {
    return writer.chunks.stream()
        .filter(chunk -> chunk.accounting().closeReason() == reason.number())
        .count();
  }

  @Test
  void few_records_wait_for_the_delay_without_anybody_waiting() {
    CollectorReport report = run(Map.of("delay", "200ms"), () -> 0, 10_000, 1_000);

    assertThat(report.acknowledged()).isEqualTo(10_000);
    assertThat(closedBy(CloseReason.AGE)).isBetween(48L, 52L); // ten seconds of 200 ms
    assertThat(longestWait()).isBetween(190_000_000L, 201_000_000L);
  }

  @Test
  void ring_that_is_half_full_wakes_the_pump() {
    CollectorReport report = run(Map.of("delay", "1h"), () -> 0, 200_000, 1_000_000);

    assertThat(report.dropped().total()).isZero();
    assertThat(written.get(0)).isLessThan(SECOND / 10);
  }

  @Test
  void pauses_of_a_pump_without_memory_grow() {
    run(Map.of("memory", "1MiB"), () -> 3 * SECOND, 200_000, 100_000);

    assertThat(platform.turns()).as("of 100 µs each there would be 20,000").isLessThan(5_000);
  }

  @Test
  void a_connection_that_takes_long_is_not_what_the_sink_takes_for_every_chunk() {
    VirtualTimeTest slow = new VirtualTimeTest();
    int warm = chunksInAMinute(5_000_000);

    assertThat(slow.chunksInAMinute(600_000_000)).isLessThan(warm * 5 / 4);
  }

  private int chunksInAMinute(long first) {
    LongSupplier roundTrip = () -> written.isEmpty() ? first : 5_000_000;
    run(Map.of("chunk.adapt", "p99<250ms"), roundTrip, 60 * 5_000, 5_000);
    return written.size();
  }

  @Test
  void adaptation_sees_the_round_trip_of_the_sink() {
    run(Map.of("chunk.adapt", "p99<250ms"), () -> 100_000_000, 150_000, 5_000);

    int last = written.size() - 5;
    long apart = (written.get(last) - written.get(last - 20)) / 20;
    assertThat(apart).as("what the sink leaves of the goal").isBetween(90_000_000L, 150_000_000L);
  }

  // The file has what a scheduler of its own made of the same records, before the collector ran on
  // a platform.
  @Test
  void chunks_come_when_they_came_before_there_was_a_platform() throws IOException {
    assertKept("age", Map.of("delay", "200ms"), 0, 5_000, 1_000);
    assertKept("records", Map.of("chunk.records", "100"), 100_000_000, 5_000, 1_000);
    assertKept("adapt", Map.of("chunk.adapt", "p99<250ms"), 100_000_000, 20_000, 5_000);
    assertKept("fast", Map.of("delay", "50ms"), 100_000_000, 100_000, 200_000);
    Map<String, String> both = Map.of("delay", "30ms", "chunk.records", "37");
    assertKept("irregular", both, 7_000_000, 3_000, 1_999);
  }

  private static void assertKept(
      String name, Map<String, String> options, long roundTrip, int records, long perSecond)
      throws IOException {
    VirtualTimeTest now = new VirtualTimeTest();
    now.run(options, () -> roundTrip, records, perSecond);
    List<String> chunks = new ArrayList<>();
    for (int i = 0; i < now.beforeClosing; i++) {
      chunks.add(
          now.written.get(i)
              + " "
              + now.writer.chunks.get(i).header().recordCount()
              + " "
              + now.writer.chunks.get(i).accounting().closeReason());
    }
    assertThat(chunks).as(name).isEqualTo(kept(name));
  }

  private static List<String> kept(String name) throws IOException {
    try (InputStream in = VirtualTimeTest.class.getResourceAsStream("chunks.txt")) {
      List<String> all = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      int title = 0;
      while (!all.get(title).startsWith(name + " ")) {
        title++;
      }
      int count = Integer.parseInt(all.get(title).split(" ")[1]);
      return all.subList(title + 1, title + 1 + count);
    }
  }
}
