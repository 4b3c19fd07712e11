package dev.sluice.monitoring;

import dev.sluice.api.spi.Collector;
import dev.sluice.monitoring.config.Configuration;
import dev.sluice.monitoring.probe.Probes;
import java.time.Duration;
import java.util.List;

/**
 * Parts of a monitor, which the builder passes to it.
 *
 * @param collector where records go
 * @param sink the collector's sink with the monitor's switch
 * @param probes write to the collector's sink and have switches of their own
 * @param announcement emits the metadata of the producer when the monitor is first switched on
 * @param exit how the monitor closes, and closes itself when the JVM ends
 */
record MonitorParts(
    Collector collector,
    MonitorSink sink,
    Probes probes,
    String hostname,
    Housekeeping housekeeping,
    Configuration configuration,
    List<MonitorListener> listeners,
    Runnable announcement,
    Exit exit) {
  /**
   * Settings for the closing of a monitor at exit.
   *
   * @param patience limit of the waiting for other shutdown hooks when the JVM shuts down; null if
   *     the monitor does not close itself then
   * @param timeout limit of the closing
   */
  record Exit(Duration patience, Duration timeout) {}
}
