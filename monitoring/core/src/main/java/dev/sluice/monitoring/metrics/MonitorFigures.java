package dev.sluice.monitoring.metrics;

import dev.sluice.api.spi.CollectorReport;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A monitor's figures at one time. Immutable.
 *
 * @param report what became of the records
 * @param enabled whether the monitor is on
 * @param state what the collector is doing: {@code running}, {@code retrying} (the sink did not
 *     take the last chunk), {@code encoder-failing}, {@code closed}
 * @param chunksByReason how many chunks were closed for which reason, by the label of its {@link
 *     dev.sluice.collectors.CloseReason}
 * @param inlinedSymbols how often a symbol found the table full and so travels inline
 * @param sampledOut traces that samplers refused; no drops
 */
public record MonitorFigures(
    CollectorReport report,
    boolean enabled,
    String state,
    Map<String, Long> chunksByReason,
    long inlinedSymbols,
    long sampledOut) {
  /** Copies the map. */
  public MonitorFigures {
    chunksByReason = Map.copyOf(chunksByReason);
  }

  /** All metrics by their names, as {@code dropped{cause=ring_full}}. A new map. */
  public Map<String, Long> byName() {
    Map<String, Long> all = new LinkedHashMap<>();
    Metric.ALL.forEach(metric -> all.put(metric.toString(), metric.of(this)));
    return all;
  }
}
