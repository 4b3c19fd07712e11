package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.platform.Disk;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.collectors.spill.Spill;
import dev.sluice.collectors.spill.SpillSettings;
import dev.sluice.support.platform.SystemDisk;
import dev.sluice.support.platform.VirtualPlatform;
import dev.sluice.testkit.LogLines;
import dev.sluice.testkit.SimulatedDisk;
import dev.sluice.testkit.SimulatedDisk.Outcome;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A collector and its spill directory. */
class SpillStoreTest {
  private static final int CHUNKS = 8;
  private static final int RECORDS = 100;

  @TempDir Path root;

  private final LogLines log = new LogLines();

  private VirtualPlatform clock;
  private FakeRawWriter writer;
  private ChunkingCollector collector;
  private TestRows rows;
  private int emitted;

  @AfterEach
  void others_log_again() {
    log.close();
  }

  @Test
  void every_operation_on_files_may_fail_once_and_no_record_is_lost() throws IOException {
    int n = 0;
    int[] operations = new int[1];
    do {
      int failing = ++n;
      operations[0] = 0;
      SimulatedDisk disk = new SimulatedDisk(() -> 0);
      SpillSettings settings = new SpillSettings(Path.of("/spill"), 64 << 10, null, false);
      start(
          disk.with((what, p) -> ++operations[0] == failing ? Outcome.SHORT : Outcome.DONE),
          settings,
          FullRingPolicy.DROP_NEWEST);
      writer.mode = FakeRawWriter.Mode.REFUSE;
      emit(CHUNKS);
      writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
      steps(40);
      emit(2);
      CollectorReport report = collector.close(Duration.ofSeconds(20));
      assertThat(report.balanced()).as("operation %d: %s", n, report).isTrue();
      assertThat(report.acknowledged()).as("operation %d: %s", n, report).isEqualTo(emitted);
      assertThat(writer.rows().size()).as("operation %d", n).isGreaterThanOrEqualTo(emitted);
    } while (operations[0] >= n);
    assertThat(n).as("operations").isGreaterThan(20);
  }

  @Test
  void full_spill_drops_the_oldest_with_that_policy_and_counts_it() throws IOException {
    Path directory = root.resolve("full");
    SpillSettings small = new SpillSettings(directory, 16 << 10, null, true);
    start(SystemDisk.INSTANCE, small, FullRingPolicy.EVICT_OLDEST);
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

  /** It was told as dropped, and arrived all the same with the next program. */
  @Test
  void chunk_whose_failed_write_cannot_be_taken_back_is_not_counted_as_dropped() {
    SimulatedDisk disk = new SimulatedDisk(() -> 0);
    SpillSettings settings = new SpillSettings(Path.of("/spill"), 64 << 10, null, false);
    SimulatedDisk.Faults faults =
        (what, path) ->
            switch (what) {
              case APPEND -> path.toString().endsWith(".slu") ? Outcome.LATE : Outcome.DONE;
              case SET_LENGTH, DELETE -> Outcome.FAILS;
              default -> Outcome.DONE;
            };
    SimulatedDisk failing = disk.program();
    start(failing, settings, FullRingPolicy.EVICT_OLDEST);
    writer.mode = FakeRawWriter.Mode.REFUSE;
    emit(3);
    failing.with(faults);
    emit(1);
    CollectorReport report = collector.close(Duration.ofSeconds(2));
    assertThat(report.balanced()).as("%s", report).isTrue();
    assertThat(report.unconfirmed()).as("%s", report).isEqualTo(RECORDS);

    start(disk.program(), settings, FullRingPolicy.EVICT_OLDEST);
    steps(40);
    assertThat(writer.rows()).hasSize((int) report.spilled() + RECORDS);
    collector.close(Duration.ofSeconds(2));
  }

  private void start(Disk disk, SpillSettings settings, FullRingPolicy policy) {
    clock = new VirtualPlatform(1_700_000_000_000_000_000L, 7, disk);
    writer = new FakeRawWriter();
    emitted = 0;
    collector =
        ChunkingCollector.builder(writer, new RawSerializer())
            .platform(clock)
            .memoryBytes(1 << 20)
            .chunkRecords(RECORDS)
            .policy(policy)
            .store((id, lost) -> new Spill(settings, id, clock, lost, told -> {}))
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
      clock.skip(Duration.ofSeconds(1));
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
