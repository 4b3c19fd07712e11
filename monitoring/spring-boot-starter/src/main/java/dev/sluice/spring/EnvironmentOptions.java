package dev.sluice.spring;

import dev.sluice.monitoring.config.ConfigurationSources;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** All properties of Spring's environment below {@code sluice}, with Spring's precedence. */
final class EnvironmentOptions {
  private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("sluice");

  private final Environment environment;
  private final Map<String, Given> options = new TreeMap<>();

  private record Given(String value, String origin, ConfigurationPropertySource source) {}

  EnvironmentOptions(Environment environment) {
    this.environment = environment;
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      if (source instanceof IterableConfigurationPropertySource names) {
        names.stream()
            .filter(PREFIX::isAncestorOf)
            .forEach(name -> add(source.getConfigurationProperty(name), source));
      }
    }
  }

  private void add(ConfigurationProperty property, ConfigurationPropertySource source) {
    ConfigurationPropertyName name = property.getName();
    boolean listed = name.isLastElementIndexed();
    String key = (listed ? name.getParent() : name).subName(1).toString();
    String value = environment.resolvePlaceholders(String.valueOf(property.getValue()));
    options.merge(
        key,
        new Given(value, String.valueOf(property.getOrigin()), source),
        (first, next) ->
            listed && first.source() == source
                ? new Given(first.value() + "," + value, first.origin(), source)
                : first);
  }

  /** Removes an option; returns whether it was given. */
  boolean remove(String key) {
    return options.remove(key) != null;
  }

  /** Returns the names of the given options. */
  String names() {
    return options.keySet().toString();
  }

  /**
   * Returns these options over lower sources. Environment variables keep their origin, because they
   * may belong to another program.
   */
  ConfigurationSources over(ConfigurationSources lower) {
    ConfigurationSources sources = lower;
    for (String key : options.keySet()) {
      Given given = options.get(key);
      sources =
          given.source().getUnderlyingSource() instanceof SystemEnvironmentPropertySource
              ? sources.withEnvironment(
                  Map.of("SLUICE_" + key.toUpperCase(Locale.ROOT).replace('.', '_'), given.value()))
              : sources.with(Map.of(key, given.value()), given.origin());
    }
    return sources;
  }
}
