package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.collectors.spill.FaultyDisk;
import dev.sluice.collectors.spill.SpillSettings;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A collector and its spill directory. */
class SpillStageTest {
  private static final int CHUNKS = 8;
  private static final int RECORDS = 100;

  @TempDir Path root;

  private final ManualClock clock = new ManualClock();
  private FakeRawWriter writer;
  private ChunkingCollector collector;
  private TestRows rows;
  private int emitted;

  @Test
  void every_operation_on_files_may_fail_once_and_no_record_is_lost() throws IOException {
    int n = 0;
    FaultyDisk disk;
    do {
      disk = FaultyDisk.failingOnce(++n);
      Path directory = root.resolve("fails-" + n);
      start(disk, new SpillSettings(directory, 64 << 10, null, false), FullRingPolicy.DROP_NEWEST);
      writer.mode = FakeRawWriter.Mode.REFUSE;
      emit(CHUNKS);
      writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
      steps(40);
      emit(2);
      CollectorReport report = collector.close(Duration.ofSeconds(20));
      assertThat(report.balanced()).as("operation %d: %s", n, report).isTrue();
      assertThat(report.acknowledged()).as("operation %d: %s", n, report).isEqualTo(emitted);
      assertThat(writer.rows().size()).as("operation %d", n).isGreaterThanOrEqualTo(emitted);
    } while (disk.hasFailed());
    assertThat(n).as("operations").isGreaterThan(20);
  }

  @Test
  void full_spill_drops_the_oldest_with_that_policy_and_counts_it() throws IOException {
    Path directory = root.resolve("full");
    SpillSettings small = new SpillSettings(directory, 16 << 10, null, true);
    start(FaultyDisk.failingOnce(0), small, FullRingPolicy.EVICT_OLDEST);
    writer.mode = FakeRawWriter.Mode.REFUSE;
    emit(100);
    CollectorReport during = collector.report();
    assertThat(during.balanced()).as("%s", during).isTrue();
    assertThat(during.dropped().of(DropCause.SPILL_FULL)).as("%s", during).isPositive();
    assertThat(bytes(directory)).isLessThanOrEqualTo(16 << 10);
    assertThat(collector.status().spilledBytes()).isPositive();
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    steps(200);
    CollectorReport report = collector.close(Duration.ofSeconds(20));
    assertThat(report.balanced()).as("%s", report).isTrue();
    assertThat(report.dropped().total()).isEqualTo(report.dropped().of(DropCause.SPILL_FULL));
    assertThat(report.spilled()).as("%s", report).isZero();
    assertThat(bytes(directory)).isZero();
  }

  private void start(FaultyDisk disk, SpillSettings settings, FullRingPolicy policy) {
    writer = new FakeRawWriter();
    emitted = 0;
    collector =
        ChunkingCollector.builder(writer, new RawSerializer())
            .manual()
            .clock(clock)
            .memoryBytes(1 << 20)
            .chunkRecords(RECORDS)
            .policy(policy)
            .stage((id, lost) -> disk.spill(settings, id, clock::nanoTime, lost))
            .build();
    rows = new TestRows(collector.rows());
  }

  private void emit(int chunks) {
    for (int i = 0; i < chunks; i++) {
      for (int j = 0; j < RECORDS; j++) {
        assertThat(rows.emit(1, clock.nanoTime(), emitted)).isTrue();
        emitted++;
      }
      steps(2);
    }
  }

  private void steps(int count) {
    for (int i = 0; i < count; i++) {
      clock.advance(Duration.ofSeconds(1));
      collector.step();
    }
  }

  private static long bytes(Path directory) throws IOException {
    long sum = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.slu")) {
      for (Path file : files) {
        sum += Files.size(file);
      }
    }
    return sum;
  }
}
