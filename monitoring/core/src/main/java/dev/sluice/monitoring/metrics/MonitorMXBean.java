package dev.sluice.monitoring.metrics;

import java.util.List;

/**
 * A monitor for JMX, registered as {@code dev.sluice:type=Monitor,producer="…",id=…} if the option
 * {@code jmx} is {@code true}. Beside these attributes it has one of type {@code long} for each key
 * of {@link Metric#ALL}: {@code chunk.delay.ns} is {@code ChunkDelayNs}.
 */
public interface MonitorMXBean {
  /** The producer's name, or null. */
  String getProducer();

  /** Whether the monitor is on. */
  boolean isEnabled();

  /** Switches the monitor on or off. */
  void setEnabled(boolean on);

  /** What the collector is doing: running, retrying, encoder-failing, closed. */
  String getState();

  /** Why nothing is spilled now, one human-readable line, or null. */
  String getSpillProblem();

  /**
   * Why the sink takes no chunks now, or refused the last one, with what to do where that is known:
   * one human-readable line; null if the sink is well.
   */
  String getSinkProblem();

  /** The options in effect and where each comes from; secrets are masked. */
  List<String> getConfiguration();

  /**
   * Waits until what was emitted before has arrived or failed.
   *
   * @param timeoutMillis how long at most
   * @return whether it did in time
   */
  boolean flush(long timeoutMillis);
}
