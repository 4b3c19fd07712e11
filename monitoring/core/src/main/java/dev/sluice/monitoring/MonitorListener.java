package dev.sluice.monitoring;

import dev.sluice.api.spi.CollectorReport;

/**
 * Is called when monitoring begins, is switched and ends, by the thread that causes it. Exceptions
 * are logged and have no other effect.
 */
public interface MonitorListener {
  /** The monitor is open and, unless it is switched off, records from now on. */
  default void began(Monitor monitor) {}

  /** The monitor was switched on or off. */
  default void switched(Monitor monitor, boolean on) {}

  /**
   * The monitor is about to end and still takes records; called once. What it takes of time lacks
   * the closing.
   */
  default void ending(Monitor monitor) {}

  /**
   * The monitor takes no more records, or the JVM ends while other shutdown hooks still work;
   * called once, with the figures.
   */
  default void ended(Monitor monitor, CollectorReport report) {}
}
