package dev.sluice.monitoring.metrics;

import java.util.List;

/**
 * A monitor for JMX, registered as {@code dev.sluice:type=Monitor,producer="…",id=…} if the option
 * {@code jmx} is {@code true}. Beside these attributes it has one of type {@code long} for each key
 * of {@link Metric#ALL}: {@code chunk.delay.ns} is {@code ChunkDelayNs}.
 */
public interface MonitorMXBean {
  /** Returns the name of the producer, or null. */
  String getProducer();

  /** Returns whether the monitor is on. */
  boolean isEnabled();

  /** Switches the monitor on or off. */
  void setEnabled(boolean on);

  /** Returns what the collector is doing: running, retrying, encoder-failing, closed. */
  String getState();

  /** Returns why nothing is spilled now in one human-readable line, or null. */
  String getSpillProblem();

  /**
   * Returns why the sink accepts no chunks now or refused the last one, with what to do where that
   * is known, in one human-readable line; null if the sink works.
   */
  String getSinkProblem();

  /** Returns the options in effect and where each comes from; secrets are masked. */
  List<String> getConfiguration();

  /**
   * Waits until all records that were emitted before have arrived or failed.
   *
   * @param timeoutMillis maximum time to wait
   * @return whether they did in time
   */
  boolean flush(long timeoutMillis);
}
