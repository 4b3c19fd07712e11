package dev.sluice.monitoring.micrometer;

import dev.sluice.api.spi.CollectorReport;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.MonitorListener;
import dev.sluice.monitoring.metrics.Metric;
import dev.sluice.monitoring.metrics.MonitorFigures;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Metrics of a monitor's figures in a registry, with the prefix {@code sluice.} and the producer's
 * name as a tag, until the monitor ends. Any thread.
 *
 * <pre>{@code
 * new MonitorMetrics(monitor).bindTo(registry);
 * }</pre>
 */
public final class MonitorMetrics implements MeterBinder {
  private static final String PREFIX = "sluice.";
  private static final long FRESH_NANOS = 100_000_000;

  private final Monitor monitor;
  private volatile Snapshot taken;

  private record Snapshot(long time, MonitorFigures figures) {}

  /** Creates the metrics of a monitor. */
  public MonitorMetrics(Monitor monitor) {
    this.monitor = Objects.requireNonNull(monitor, "monitor");
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    String producer = Objects.requireNonNullElse(monitor.report().producerName(), "");
    List<Meter> meters = new ArrayList<>();
    for (Metric metric : Metric.ALL) {
      Tags tags = Tags.of("producer", producer);
      meters.add(
          register(
              registry,
              metric,
              metric.tag() == null ? tags : tags.and(metric.tag(), metric.tagValue())));
    }
    monitor.addListener(
        new MonitorListener() {
          @Override
          public void ended(Monitor ended, CollectorReport report) {
            meters.forEach(registry::remove);
          }
        });
  }

  private Meter register(MeterRegistry registry, Metric metric, Tags tags) {
    String name = PREFIX + metric.name();
    return metric.isCounter()
        ? FunctionCounter.builder(name, monitor, any -> metric.of(figures()))
            .tags(tags)
            .description(metric.description())
            .baseUnit(metric.unit())
            .register(registry)
        : Gauge.builder(name, () -> metric.of(figures()))
            .tags(tags)
            .description(metric.description())
            .baseUnit(metric.unit())
            .register(registry);
  }

  /** Returns one snapshot of the figures for all metrics that a registry reads at a time. */
  private MonitorFigures figures() {
    Snapshot last = taken;
    long now = System.nanoTime();
    if (last == null || now - last.time() > FRESH_NANOS) {
      last = new Snapshot(now, monitor.figures());
      taken = last;
    }
    return last.figures();
  }
}
