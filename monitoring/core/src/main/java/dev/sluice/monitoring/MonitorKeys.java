package dev.sluice.monitoring;

import dev.sluice.api.config.Key;
import java.util.List;
import java.util.stream.Stream;

/** A monitor's own options. */
final class MonitorKeys {
  static final Key<String> SINK =
      Key.text("sink", null, "URI of the sink: file:records, tcp://host:9931, kafka://host/topic.");
  static final Key<Boolean> ENABLED =
      Key.flag("enabled", true, "Whether the monitor is on when it opens.");
  static final Key<String> HOSTNAME =
      Key.text("hostname", null, "The host's name in records.").withDefault("the machine's");
  static final Key<Integer> EXPERIMENT =
      Key.integer(
          "experiment",
          0,
          0,
          Integer.MAX_VALUE,
          "A number that tells runs apart, in the metadata.");
  static final Key<Boolean> METADATA =
      Key.flag("metadata", true, "Whether a sluice.metadata record is emitted at the start.");

  static final List<Key<?>> ALL =
      Stream.concat(
              Stream.of(SINK, ENABLED, HOSTNAME, EXPERIMENT, METADATA), AggregateKeys.ALL.stream())
          .toList();

  private MonitorKeys() {}
}
