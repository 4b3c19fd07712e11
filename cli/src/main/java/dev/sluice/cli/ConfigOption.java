package dev.sluice.cli;

import dev.sluice.api.config.Options;
import dev.sluice.monitoring.config.ConfigurationSources;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;

/** A file with options, the same for all commands that reach a source or a sink. */
public final class ConfigOption {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = {
        "A properties file with options, as sluice.kafka.sasl.jaas.config=…: the",
        "list of processes does not show secrets in it. What the command line",
        "says overrides it."
      })
  private Path file;

  /** The file, or null. */
  Path file() {
    return file;
  }

  /** What the file says. */
  public Options options() {
    return file == null ? new Options(Map.of()) : ConfigurationSources.ofFile(file).offered();
  }
}
