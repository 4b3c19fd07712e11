package dev.sluice.monitoring.samplers.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.record.RecordReader;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.records.CpuUtilization;
import dev.sluice.monitoring.records.CpuUtilizationReader;
import dev.sluice.monitoring.records.DiskUsageReader;
import dev.sluice.monitoring.records.LoadAverageReader;
import dev.sluice.monitoring.records.MemSwapUsageReader;
import dev.sluice.monitoring.records.NetworkUtilizationReader;
import dev.sluice.monitoring.samplers.Samplers;
import dev.sluice.streams.RecordStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the values of the machine that runs it. */
class SystemSamplersTest {
  private static final int PERIODS = 3;

  @TempDir private Path directory;

  @BeforeEach
  void sample() {
    // No two samples of processors are closer than their ticks, 10 ms.
    try (Monitor monitor =
        Monitor.builder()
            .configuration(
                ConfigurationSources.none()
                    .with(Map.of("samplers", "system, heap", "samplers.period", "200ms"), "test"))
            .hostname("host-1")
            .open("file:" + directory + "?delay=10ms")) {
      int processors = Runtime.getRuntime().availableProcessors();
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> monitor.report().emitted() > PERIODS * (processors + 3));
    }
  }

  private <T> List<T> read(RecordReader<T> reader) throws Exception {
    List<T> all = new ArrayList<>();
    try (RecordStream stream = RecordStream.builder("file:" + directory).open()) {
      stream.drain(RecordStream.typed(reader, all::add));
    }
    return all;
  }

  @Test
  void machine_is_sampled_as_configured() throws Exception {
    List<CpuUtilization> cpus = read(CpuUtilizationReader.create());
    assertThat(cpus)
        .isNotEmpty()
        .allSatisfy(
            record -> {
              assertThat(record.hostname()).isEqualTo("host-1");
              assertThat(record.idle() + record.totalUtilization()).isBetween(0.999, 1.001);
              assertThat(record.user() + record.system() + record.waiting() + record.nice())
                  .isBetween(0.0, 1.001);
            });
    assertThat(cpus.stream().map(CpuUtilization::cpuID).collect(Collectors.toSet()))
        .hasSizeGreaterThanOrEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(read(MemSwapUsageReader.create()))
        .isNotEmpty()
        .allSatisfy(
            record -> {
              assertThat(record.memTotal()).isEqualTo(record.memUsed() + record.memFree());
              assertThat(record.memTotal()).isEqualTo(meminfo("MemTotal"));
              assertThat(record.memUsed()).isPositive();
              assertThat(record.swapTotal()).isEqualTo(meminfo("SwapTotal"));
            });
    assertThat(read(LoadAverageReader.create()))
        .isNotEmpty()
        .allMatch(record -> record.oneMinLoadAverage() >= 0 && record.fiveMinLoadAverage() >= 0);
    assertThat(read(DiskUsageReader.create()))
        .allMatch(record -> record.busy() >= 0 && record.busy() <= 1)
        .allMatch(record -> record.readBytesPerSecond() >= 0 && !record.deviceName().isEmpty());
    assertThat(read(NetworkUtilizationReader.create()))
        .allMatch(record -> record.receivedBytesPerSecond() >= 0 && record.speed() >= 0);
    assertThat(Samplers.names()).contains("cpu", "memory", "load", "disk", "network", "heap");
  }

  private static long meminfo(String name) throws Exception {
    return Files.readAllLines(Path.of("/proc/meminfo")).stream()
        .filter(line -> line.startsWith(name + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
        .findFirst()
        .orElseThrow();
  }
}
