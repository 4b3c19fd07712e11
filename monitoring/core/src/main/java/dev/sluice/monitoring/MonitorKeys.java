package dev.sluice.monitoring;

import dev.sluice.api.config.Key;
import dev.sluice.monitoring.probe.AggregateSettings;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Options of a monitor. */
public final class MonitorKeys {
  /** Option for the URI of the sink. */
  public static final Key<String> SINK =
      Key.text("sink", null, "URI of the sink: file:records, tcp://host:9931, kafka://host/topic.");

  static final Key<Boolean> ENABLED =
      Key.flag("enabled", true, "Whether the monitor is on when it opens.");
  static final Key<String> HOSTNAME =
      Key.text("hostname", null, "The host's name in records.")
          .harmless()
          .withDefault("the machine's");
  static final Key<Integer> EXPERIMENT =
      Key.integer(
          "experiment", 0, 0, Integer.MAX_VALUE, "Number of a run, recorded in the metadata.");
  static final Key<Boolean> METADATA =
      Key.flag("metadata", true, "Whether a sluice.metadata record is emitted at the start.");

  /** Option that makes the monitor and the switches of its probes visible in JMX. */
  public static final Key<Boolean> JMX =
      Key.flag(
          "jmx",
          false,
          "Registers the monitor with JMX as dev.sluice:type=Monitor: figures, options, a switch.");

  static final Key<String> METRICS =
      Key.text(
              "metrics",
              null,
              "Serves the figures at /metrics for Prometheus: :9464 to this machine alone,"
                  + " 0.0.0.0:9464 to all that reach it, without a password.")
          .withDefault("not served");

  static final Key<Duration> EXIT_WAIT =
      Key.duration(
          "exit.wait",
          Duration.ofSeconds(30),
          Duration.ZERO,
          "Maximum time for which the program's own shutdown hooks are recorded, before the"
              + " monitor closes itself at the JVM's end; 0s does not wait for them.");
  static final Key<Duration> EXIT_TIMEOUT =
      Key.duration(
          "exit.timeout",
          Monitor.CLOSE_TIMEOUT,
          Duration.ZERO,
          "Maximum time of closing, at the JVM's end or if the program gives none; records that"
              + " have not arrived then are lost.");

  static final Key<Boolean> OBSERVATIONS =
      Key.flag(
          "observations",
          true,
          "Whether the starter for Spring Boot records observations of Micrometer.");

  static final List<Key<?>> ALL =
      Stream.concat(
              Stream.of(
                  SINK,
                  ENABLED,
                  HOSTNAME,
                  EXPERIMENT,
                  METADATA,
                  EXIT_WAIT,
                  EXIT_TIMEOUT,
                  OBSERVATIONS),
              AggregateSettings.KEYS.stream())
          .toList();

  private MonitorKeys() {}
}
