package dev.sluice.monitoring.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.metrics.Metric;
import dev.sluice.monitoring.records.OperationDurationWriter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MonitorMetricsTest {
  private final MeterRegistry registry = new SimpleMeterRegistry();

  @TempDir private Path directory;

  private Monitor monitor(String name) {
    return Monitor.builder()
        .configuration(ConfigurationSources.none())
        .name(name)
        .open("file:" + directory.resolve(name) + "?metadata=false&chunk.records=2");
  }

  private double count(String name, String... tags) {
    return registry.get(name).tags(tags).functionCounter().count();
  }

  @Test
  void registry_shows_each_monitor_until_it_ends() {
    Monitor shop = monitor("shop");
    try (Monitor bank = monitor("bank")) {
      new MonitorMetrics(shop).bindTo(registry);
      new MonitorMetrics(bank).bindTo(registry);
      OperationDurationWriter writer = OperationDurationWriter.create(shop.sink());
      Symbol signature = shop.sink().symbol("void a.B.c()");
      for (int i = 0; i < 3; i++) {
        writer.emit(System.nanoTime(), signature, i, false);
      }
      shop.flush(Duration.ofSeconds(10));
      await().until(() -> count("sluice.acknowledged", "producer", "shop") == 3);
      assertThat(count("sluice.emitted", "producer", "shop")).isEqualTo(3);
      assertThat(count("sluice.emitted", "producer", "bank")).isZero();
      assertThat(count("sluice.chunks.closed", "producer", "shop", "reason", "records"))
          .isEqualTo(1);
      assertThat(count("sluice.dropped", "producer", "shop", "cause", "ring_full")).isZero();
      assertThat(registry.get("sluice.enabled").tags("producer", "shop").gauge().value())
          .isEqualTo(1);
      Meter bytes = registry.get("sluice.bytes").tags("producer", "shop").meter();
      assertThat(bytes.getId().getBaseUnit()).isEqualTo("bytes");
      assertThat(registry.getMeters()).hasSize(2 * Metric.ALL.size());
      shop.close();
      assertThat(registry.getMeters())
          .hasSize(Metric.ALL.size())
          .allMatch(meter -> "bank".equals(meter.getId().getTag("producer")));
    }
    assertThat(registry.getMeters()).isEmpty();
  }
}
