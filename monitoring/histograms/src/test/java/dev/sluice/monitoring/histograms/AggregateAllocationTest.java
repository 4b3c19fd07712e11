package dev.sluice.monitoring.histograms;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.collectors.FullRingPolicy;
import dev.sluice.monitoring.probe.AggregateSettings;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.support.Plugins;
import dev.sluice.testkit.RecordingRawWriter;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.EnumSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AggregateAllocationTest {
  private static final int CALLS = 1_000_000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final ChunkingCollector collector =
      ChunkingCollector.builder(
              new RecordingRawWriter(),
              Plugins.find(Serializer.class, Serializer::name, "binary", "serializer"))
          .policy(FullRingPolicy.BLOCK)
          .blockDeadline(Duration.ofMinutes(1))
          .build();

  @AfterEach
  void close() {
    assertThat(collector.close(Duration.ofSeconds(5)).balanced()).isTrue();
  }

  /** With a cell of the thread's own, and without memory for one; a record every 100 calls. */
  @ParameterizedTest
  @CsvSource({"AGGREGATE, 1048576", "AGGREGATE, 0", "HISTOGRAM, 1048576", "HISTOGRAM, 3500"})
  void aggregating_allocates_nothing_records_included(ProbeKind kind, long memory) {
    Probes probes =
        new Probes(
            collector.rows(),
            "host",
            thread -> true,
            new AggregateSettings(100, Duration.ofHours(1), 1, memory));
    Operation foo = probes.operation("void A.foo()", "A", EnumSet.of(kind), null);
    ProbeThread thread = probes.thread();
    execute(thread, foo); // loads and compiles, and meets all lengths of histograms
    ownBytes();
    long before = threads.getCurrentThreadAllocatedBytes();
    execute(thread, foo);
    // A histogram of a length not met before needs an array, kept from then on.
    assertThat(threads.getCurrentThreadAllocatedBytes() - before - ownBytes())
        .as("less than a byte for each of the records")
        .isLessThan(CALLS / 100);
    probes.close(Duration.ofSeconds(5));
    assertThat(collector.report().emitted()).isGreaterThanOrEqualTo(2 * CALLS / 100);
  }

  private static void execute(ProbeThread thread, Operation operation) {
    for (int i = 0; i < CALLS; i++) {
      thread.exit(operation, thread.enter(operation), System.nanoTime() - (1L << i % 20) * 100);
    }
  }

  private long ownBytes() {
    long before = threads.getCurrentThreadAllocatedBytes();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
