package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.config.Options;
import dev.sluice.api.spi.CollectorReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class VirtualCollectorTest {
  private static final long SECOND = 1_000_000_000;

  private final FakeRawWriter writer = new FakeRawWriter();
  private final List<Long> written = new ArrayList<>();
  private VirtualCollector collector;

  /** Emits records at even distances, each with its time, and closes. */
  private CollectorReport run(
      Map<String, String> options, long roundTripNanos, int records, long perSecond) {
    return run(options, bytes -> roundTripNanos, records, perSecond);
  }

  private CollectorReport run(
      Map<String, String> options, LongUnaryOperator roundTrip, int records, long perSecond) {
    collector =
        VirtualCollector.open(
            writer, new RawSerializer(), new Options(options), 0, () -> 0, () -> 0, roundTrip);
    writer.onWrite = () -> written.add(collector.now());
    TestRows rows = new TestRows(collector.rows());
    for (int i = 0; i < records; i++) {
      long time = i * SECOND / perSecond;
      collector.advanceTo(time);
      rows.emit(1, time, i);
    }
    CollectorReport report = collector.close();
    assertThat(report.balanced()).isTrue();
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
    CollectorReport report = run(Map.of("delay", "200ms"), 0, 10_000, 1_000);

    assertThat(report.acknowledged()).isEqualTo(10_000);
    assertThat(closedBy(CloseReason.AGE)).isBetween(48L, 52L); // ten seconds of 200 ms
    assertThat(longestWait()).isBetween(190_000_000L, 201_000_000L);
  }

  @Test
  void many_records_fill_chunks() {
    run(Map.of("delay", "200ms", "chunk.records", "100"), 0, 10_000, 1_000);

    assertThat(closedBy(CloseReason.RECORDS)).isBetween(90L, 100L);
    assertThat(longestWait()).isLessThan(201_000_000L);
  }

  @Test
  void ring_that_is_half_full_wakes_the_pump() {
    CollectorReport report = run(Map.of("delay", "1h"), 0, 200_000, 1_000_000);

    assertThat(report.dropped().total()).isZero();
    assertThat(written.get(0)).isLessThan(SECOND / 10);
  }

  @Test
  void a_connection_that_takes_long_is_not_what_the_sink_takes_for_every_chunk() {
    int warm = chunksInAMinute(5_000_000);
    writer.chunks.clear();
    written.clear();

    assertThat(chunksInAMinute(600_000_000)).isLessThan(warm * 5 / 4);
  }

  private int chunksInAMinute(long first) {
    LongUnaryOperator roundTrip = bytes -> written.isEmpty() ? first : 5_000_000;
    run(Map.of("chunk.adapt", "p99<250ms"), roundTrip, 60 * 5_000, 5_000);
    return written.size();
  }

  @Test
  void pauses_of_a_pump_without_memory_grow_as_its_threads_do() {
    run(Map.of("memory", "1MiB"), 3 * SECOND, 200_000, 100_000);

    assertThat(collector.steps()).as("of 100 µs each there would be 20,000").isLessThan(3_000);
  }

  @Test
  void adaptation_sees_the_round_trip_of_the_sink() {
    run(Map.of("chunk.adapt", "p99<250ms"), 100_000_000, 150_000, 5_000);

    int last = written.size() - 5;
    long apart = (written.get(last) - written.get(last - 20)) / 20;
    assertThat(apart).as("what the sink leaves of the goal").isBetween(90_000_000L, 150_000_000L);
  }
}
