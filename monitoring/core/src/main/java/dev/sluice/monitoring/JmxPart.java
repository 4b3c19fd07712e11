package dev.sluice.monitoring;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import java.util.List;
import java.util.function.Consumer;

/** Registers monitors with JMX that want it. */
final class JmxPart implements MonitorPart {
  static final Key<Boolean> JMX =
      Key.flag(
          "jmx",
          false,
          "Registers the monitor with JMX as dev.sluice:type=Monitor: figures, options, a switch.");

  @Override
  public List<Key<?>> keys() {
    return List.of(JMX);
  }

  @Override
  public Consumer<Monitor> prepare(Options options) {
    return options.get(JMX) ? MonitorBean::register : monitor -> {};
  }
}
