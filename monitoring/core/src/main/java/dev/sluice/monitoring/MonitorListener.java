package dev.sluice.monitoring;

import dev.sluice.api.spi.CollectorReport;

/**
 * Receives the events of a monitor: it begins, is switched, and ends. Exceptions are logged and
 * have no other effect.
 */
public interface MonitorListener {
  /** Reports that the monitor is open and, unless it is switched off, records from now on. */
  default void began(Monitor monitor) {}

  /** Reports that the monitor was switched on or off. */
  default void switched(Monitor monitor, boolean on) {}

  /**
   * Reports that the monitor is about to end and still takes records; called once. The time that
   * the listener takes reduces the time for closing.
   */
  default void ending(Monitor monitor) {}

  /**
   * Reports that the monitor takes no more records, or the JVM ends while other shutdown hooks
   * still work; called once, with the figures.
   */
  default void ended(Monitor monitor, CollectorReport report) {}
}
