package dev.sluice.monitoring;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import java.util.List;
import java.util.function.Consumer;

/** Part of a monitor that registers it with JMX if the option {@code jmx} is true. */
final class JmxPart implements MonitorPart {
  @Override
  public List<Key<?>> keys() {
    return List.of(MonitorKeys.JMX);
  }

  @Override
  public Consumer<Monitor> prepare(Options options) {
    return options.get(MonitorKeys.JMX) ? MonitorBean::register : monitor -> {};
  }
}
