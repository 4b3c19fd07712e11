package dev.sluice.monitoring.metrics;

import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.CollectorStatus;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A monitor's figures at one time. Immutable.
 *
 * @param report what became of the records
 * @param status what the collector is doing
 * @param enabled whether the monitor is on
 * @param sampledOut traces that samplers refused; no drops
 * @param ownLogEvents log events of threads of sinks, which are left out; no drops
 */
public record MonitorFigures(
    CollectorReport report,
    CollectorStatus status,
    boolean enabled,
    long sampledOut,
    long ownLogEvents) {
  /** Returns all metrics by their names, as {@code dropped{cause=ring_full}}. A new map. */
  public Map<String, Long> byName() {
    Map<String, Long> all = new LinkedHashMap<>();
    Metric.ALL.forEach(metric -> all.put(metric.toString(), metric.of(this)));
    return all;
  }

  /** All metrics by their keys, as {@code dropped.ring_full} and {@code dropped}. A new map. */
  public Map<String, Long> byKey() {
    Map<String, Long> all = new LinkedHashMap<>();
    for (Metric metric : Metric.ALL) {
      metric.keys().forEach(key -> all.merge(key, metric.of(this), Long::sum));
    }
    return all;
  }
}
