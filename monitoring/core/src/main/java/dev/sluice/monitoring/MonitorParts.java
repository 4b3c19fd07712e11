package dev.sluice.monitoring;

import dev.sluice.api.spi.Collector;
import dev.sluice.monitoring.config.Configuration;
import dev.sluice.monitoring.probe.Probes;
import java.time.Duration;
import java.util.List;

/**
 * What a monitor is made of.
 *
 * @param collector where records go
 * @param sink the collector's sink with the monitor's switch
 * @param probes write to the collector's sink and have switches of their own
 * @param announcement emits what is to be known of the producer, when it is first on
 * @param exit what happens when the JVM ends, or null for nothing
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
   * How a monitor closes itself when the JVM shuts down.
   *
   * @param patience how long it waits for the other shutdown hooks at most
   * @param timeout how long the closing takes at most
   */
  record Exit(Duration patience, Duration timeout) {}
}
