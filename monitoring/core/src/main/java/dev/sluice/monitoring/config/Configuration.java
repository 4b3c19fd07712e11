package dev.sluice.monitoring.config;

import dev.sluice.api.config.Setting;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The configuration that is in effect, with where each value comes from. Secrets are masked.
 * Immutable.
 *
 * @param sink the sink's URI without its options; empty for a collector made elsewhere
 * @param settings all values that were read, by name
 */
public record Configuration(String sink, List<Setting> settings) {
  /** Copies the list. */
  public Configuration {
    settings = List.copyOf(settings);
  }

  /** Returns whether any value comes from outside of the program's code. */
  public boolean isAmbient() {
    return settings.stream().anyMatch(setting -> ConfigurationSources.isAmbient(setting.origin()));
  }

  /**
   * Returns the values that are not defaults, in one line: {@code file:records, delay = 1s (URI)}.
   */
  public String given() {
    return settings.stream()
        .filter(setting -> !setting.origin().equals(Setting.DEFAULT))
        .map(Setting::toString)
        .collect(Collectors.joining(", ", sink + (hasGiven() ? ", " : ""), ""));
  }

  private boolean hasGiven() {
    return settings.stream().anyMatch(setting -> !setting.origin().equals(Setting.DEFAULT));
  }

  /** Returns all values, one a line. */
  @Override
  public String toString() {
    return settings.stream().map(Setting::toString).collect(Collectors.joining("\n"));
  }
}
