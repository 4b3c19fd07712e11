package dev.sluice.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.support.Plugins;
import dev.sluice.testkit.RecordingRawWriter;
import java.time.Duration;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

class MonitorAggregatesTest {
  private static Monitor open() {
    return Monitor.builder()
        .over(
            ChunkingCollector.builder(
                    new RecordingRawWriter(),
                    Plugins.find(Serializer.class, Serializer::name, "binary", "serializer"))
                .build());
  }

  private static void execute(Monitor monitor) {
    Operation operation =
        monitor.probes().operation("void A.a()", "A", EnumSet.of(ProbeKind.AGGREGATE), null);
    ProbeThread thread = operation.begin();
    thread.exit(operation, thread.enter(operation), System.nanoTime());
  }

  @Test
  void flush_emits_what_is_aggregated() {
    try (Monitor monitor = open()) {
      execute(monitor);
      assertThat(monitor.flush(Duration.ofSeconds(5))).isTrue();
      assertThat(monitor.report().acknowledged()).isEqualTo(1);
    }
  }

  @Test
  void close_emits_what_is_aggregated() {
    Monitor monitor = open();
    execute(monitor);
    CollectorReport report = monitor.close(Duration.ofSeconds(5));
    assertThat(report.acknowledged()).isEqualTo(1);
    assertThat(report.balanced()).isTrue();
  }

  @Test
  void wrong_settings_are_told_all_at_once() {
    assertThatThrownBy(
            () -> Monitor.to("file:x?aggregate.calls=0&aggregate.digits=3&aggregate.intervall=1s"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("aggregate.calls")
        .hasMessageContaining("aggregate.digits")
        .hasMessageContaining("did you mean 'aggregate.interval'");
  }
}
