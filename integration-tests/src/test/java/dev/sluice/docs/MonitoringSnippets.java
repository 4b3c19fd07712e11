package dev.sluice.docs;

import dev.sluice.api.spi.CollectorReport;
import dev.sluice.monitoring.Housekeeping;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.MonitorListener;
import dev.sluice.monitoring.micrometer.MonitorMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.Consumer;

/** The code of {@code docs/monitoring.md}; {@link MonitoringPageTest} holds the two together. */
final class MonitoringSnippets {
  private MonitoringSnippets() {}

  static Monitor open(String uri, Consumer<Object> log) {
    // snippet: open
    Monitor monitor =
        Monitor.builder()
            .name("shop")
            .listener(
                new MonitorListener() {
                  @Override
                  public void ended(Monitor ended, CollectorReport report) {
                    log.accept(report.dropped()); // nothing, or how many by cause
                  }
                })
            .open(uri); // or open(), to "sluice.sink"
    log.accept(monitor.configuration()); // each option, its value and where it comes from
    // end
    return monitor;
  }

  static void pause(Monitor monitor, Runnable warmUp) {
    // snippet: pause
    monitor.enable(false); // probes read no clock, row writers refuse, nothing counts as a drop
    warmUp.run();
    monitor.enable(true);
    // end
  }

  static void sample(Monitor monitor) {
    // snippet: sample
    Housekeeping.Task cpu =
        monitor.sample("cpu", Duration.ZERO, Duration.ofSeconds(1)); // "memory", "heap"
    // end
    cpu.cancel();
  }

  static void metrics(Monitor monitor, MeterRegistry registry, Consumer<Object> log) {
    // snippet: metrics
    log.accept(monitor.figures().byName()); // {emitted=…, dropped{cause=ring_full}=…, …}
    new MonitorMetrics(monitor).bindTo(registry); // Micrometer, with sluice-micrometer
    // end
  }
}
