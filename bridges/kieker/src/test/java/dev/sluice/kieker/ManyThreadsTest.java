package dev.sluice.kieker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.streams.RecordStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import kieker.monitoring.core.controller.IMonitoringController;
import kieker.monitoring.core.controller.MonitoringController;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many threads hand their records over at a time. {@code -Dtest.records=1000000 -Dtest.runs=100}
 * for an evening's work.
 */
class ManyThreadsTest {
  private static final int THREADS = 64;
  private static final int RECORDS = Integer.getInteger("test.records", 2_000);
  private static final int RUNS = Integer.getInteger("test.runs", 2);
  private static final long LONGEST_MINUTES = 15;

  @TempDir private Path directory;

  @Test
  void records_of_64_threads_are_all_there_and_no_thread_waits_for_ever() throws Exception {
    for (int run = 0; run < RUNS; run++) {
      Path file = directory.resolve("run-" + run + ".slu");
      write(file);
      long count = count(file);
      assertThat(count).as("run " + run).isEqualTo((long) THREADS * RECORDS);
      Files.delete(file);
    }
  }

  private static void write(Path file) throws Exception {
    IMonitoringController kieker =
        MonitoringController.createInstance(
            Kieker.configuration(
                Map.of(
                    Kieker.SINK,
                    "file:" + file,
                    "kieker.monitoring.sluice.block.deadline",
                    "60s",
                    "kieker.monitoring.metadata",
                    "false")));
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int trace = i;
      threads.add(
          new Thread(
              () -> {
                for (int record = 0; record < RECORDS; record++) {
                  kieker.newMonitoringRecord(Kieker.execution(trace, record));
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join(TimeUnit.MINUTES.toMillis(LONGEST_MINUTES));
      assertThat(thread.isAlive()).as(thread.getName() + " is alive").isFalse();
    }
    kieker.terminateMonitoring();
    kieker.waitForTermination(TimeUnit.MINUTES.toMillis(LONGEST_MINUTES));
  }

  private static long count(Path file) throws Exception {
    try (RecordStream stream = RecordStream.builder("file:" + file).open()) {
      long[] rows = {0};
      stream.drainColumns((batch, chunk) -> rows[0] += batch.rows());
      assertThat(stream.audit().complete()).isTrue();
      return rows[0];
    }
  }
}
