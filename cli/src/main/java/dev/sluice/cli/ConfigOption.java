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
        "Properties file with options, for example",
        "sluice.kafka.sasl.jaas.config=…. It keeps secrets out of the process",
        "list. Options of the command line override it."
      })
  private Path file;

  /** Returns the file, or null. */
  Path file() {
    return file;
  }

  /** Returns what the file says. */
  public Options options() {
    return file == null ? new Options(Map.of()) : ConfigurationSources.ofFile(file).offered();
  }
}
