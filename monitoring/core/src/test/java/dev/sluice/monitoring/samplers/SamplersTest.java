package dev.sluice.monitoring.samplers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.Records;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.records.ClassLoading;
import dev.sluice.monitoring.records.ClassLoadingReader;
import dev.sluice.monitoring.records.CompilationReader;
import dev.sluice.monitoring.records.GarbageCollection;
import dev.sluice.monitoring.records.GarbageCollectionReader;
import dev.sluice.monitoring.records.JvmHeap;
import dev.sluice.monitoring.records.JvmHeapReader;
import dev.sluice.monitoring.records.ThreadsStatus;
import dev.sluice.monitoring.records.ThreadsStatusReader;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplersTest {
  private static final Duration SOON = Duration.ofMillis(1);
  private static final Duration NEVER = Duration.ofDays(365);

  @TempDir private Path directory;

  private Monitor monitor(String options) {
    return Monitor.builder()
        .configuration(ConfigurationSources.none())
        .hostname("host-1")
        .open("file:" + directory + "?metadata=false" + options);
  }

  @Test
  void jvm_samplers_record_the_vm_that_runs_them() throws Exception {
    System.gc();
    try (Monitor monitor = monitor("&samplers=jvm&samplers.period=1ms")) {
      await().until(() -> monitor.report().emitted() > 60);
    }
    List<JvmHeap> heap = Records.of(JvmHeapReader.create(), directory);
    assertThat(heap)
        .hasSizeGreaterThan(1)
        .allSatisfy(
            record -> {
              assertThat(record.hostname()).isEqualTo("host-1");
              assertThat(record.vmName()).isEqualTo(vmName());
              assertThat(record.heapUsedBytes()).isBetween(1L, record.heapCommittedBytes());
              assertThat(record.heapMaxSizeBytes()).isEqualTo(Runtime.getRuntime().maxMemory());
              assertThat(record.nonHeapUsedBytes()).isPositive();
            })
        .isSortedAccordingTo((a, b) -> Long.compare(a.timestamp(), b.timestamp()));
    assertThat(Records.of(GarbageCollectionReader.create(), directory))
        .anyMatch(record -> record.collectionCount() > 0)
        .extracting(GarbageCollection::gcName)
        .contains(
            ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(GarbageCollectorMXBean::getName)
                .toArray(String[]::new));
    assertThat(Records.of(ClassLoadingReader.create(), directory))
        .extracting(ClassLoading::loadedClassCount)
        .allMatch(count -> count > 500);
    assertThat(Records.of(ThreadsStatusReader.create(), directory))
        .extracting(ThreadsStatus::threadCount)
        .allMatch(count -> count > 1);
    assertThat(Records.of(CompilationReader.create(), directory))
        .allMatch(record -> record.totalCompilationTimeMS() > 0);
  }

  private static String vmName() {
    return ManagementFactory.getRuntimeMXBean().getName();
  }

  @Test
  void sampler_starts_in_code_after_its_offset_and_pauses_with_the_monitor() {
    try (Monitor monitor = monitor("")) {
      monitor.sample("heap", NEVER, SOON);
      monitor.sample("threads", Duration.ZERO, SOON);
      await().until(() -> monitor.report().emitted() > 3);
      monitor.enable(false);
      monitor.flush(Duration.ofSeconds(5));
    }
    assertThat(readHeap()).isEmpty();
  }

  private List<JvmHeap> readHeap() {
    try {
      return Records.of(JvmHeapReader.create(), directory);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void unknown_samplers_and_times_are_told_with_all_other_mistakes() {
    assertThatThrownBy(() -> monitor("&samplers=heap,thread&samplers.period=5&delay=x"))
        .hasMessageContaining("unknown sampler 'thread'")
        .hasMessageContaining("did you mean 'threads'?")
        .hasMessageContaining("'samplers.period' must be a time with its unit")
        .hasMessageContaining("'delay'");
    assertThatThrownBy(() -> monitor("&samplers=temperature"))
        .hasMessageContaining("sluice-samplers");
    assertThatThrownBy(() -> Samplers.named(List.of("Heap"))).hasMessageContaining("'heap'?");
    assertThat(Samplers.named(List.of("all"))).containsAll(Samplers.names());
    try (Monitor monitor = monitor("")) {
      assertThatThrownBy(() -> monitor.sample("jvm", SOON, SOON))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
