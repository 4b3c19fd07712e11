package dev.sluice.cli;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.spi.RawWriterFactory;
import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.MonitorKeys;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.select.InstrumentationKeys;
import dev.sluice.support.Plugins;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The options that the agent reads, those of plug-ins that only it finds apart. */
final class AgentKeys {
  private AgentKeys() {}

  /** Returns all, with those of the sinks whose scheme is wanted. */
  static Stream<Key<?>> all(Predicate<String> scheme) {
    return Stream.of(
            Monitor.keys().stream(),
            InstrumentationKeys.ALL.stream(),
            ChunkingCollector.keys().stream(),
            Plugins.all(ServiceLoader.load(Serializer.class), broken -> {}).stream()
                .flatMap(serializer -> serializer.keys().stream()),
            Plugins.all(ServiceLoader.load(RawWriterFactory.class), broken -> {}).stream()
                .filter(writer -> scheme.test(writer.scheme()))
                .flatMap(writer -> writer.keys().stream()))
        .flatMap(keys -> keys);
  }

  /**
   * Reads the options of the agent, so that mistakes are reported before a program is started.
   *
   * @param sink URI of the sink, or null if it is configured elsewhere
   * @param config a file with options, or null
   * @param given options by name
   * @throws ConfigurationException naming all mistakes
   */
  static void check(String sink, Path config, Map<String, String> given) {
    Options options = sources(config, given).options();
    if (options.isGiven(InstrumentationKeys.PLUGINS)) {
      return; // may have options of their own
    }
    String uri = sink == null ? options.get(MonitorKeys.SINK) : sink;
    String scheme = uri == null ? null : Endpoint.parse(uri, options).scheme();
    all(known -> scheme == null || known.equals(scheme)).forEach(options::get);
    InstrumentationKeys.presets(options);
    options.finish();
  }

  /** Returns the sink with all that the agent is going to read, for who only looks at the sink. */
  static Endpoint sink(String sink, Path config, Map<String, String> given) {
    Options options = sources(config, given).offered();
    return Endpoint.parse(sink == null ? options.get(MonitorKeys.SINK) : sink, options);
  }

  private static ConfigurationSources sources(Path config, Map<String, String> given) {
    ConfigurationSources file =
        config == null ? ConfigurationSources.none() : ConfigurationSources.ofFile(config);
    return file.with(given, "option");
  }
}
