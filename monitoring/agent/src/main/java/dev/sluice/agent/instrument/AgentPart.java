package dev.sluice.agent.instrument;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.MonitorPart;
import dev.sluice.monitoring.select.InstrumentationKeys;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads the agent's options together with its monitor's, so that all mistakes are reported at once.
 */
final class AgentPart implements MonitorPart {
  private final Consumer<File> plugins;
  private final AgentLog log;
  private AgentOptions options;

  /**
   * A part for one agent.
   *
   * @param plugins takes jars with plug-ins, which are to be found from then on
   * @param log is told of its file
   */
  AgentPart(Consumer<File> plugins, AgentLog log) {
    this.plugins = plugins;
    this.log = log;
  }

  @Override
  public List<Key<?>> keys() {
    return InstrumentationKeys.ALL;
  }

  @Override
  public Consumer<Monitor> prepare(Options given) {
    options = AgentOptions.read(given);
    for (File jar : options.plugins()) {
      try {
        plugins.accept(jar);
      } catch (IllegalArgumentException e) {
        given.problem("cannot open " + jar + ", a jar of plug-ins: " + e.getMessage());
      }
    }
    if (given.get(InstrumentationKeys.QUIET)) {
      log.beQuiet();
    }
    if (options.log() != null) {
      open(options.log(), given);
    }
    return monitor -> {};
  }

  private void open(Path file, Options given) {
    try {
      log.appendTo(file);
    } catch (IOException e) {
      given.problem("option 'log' must name a file that can be written: " + e.getMessage());
    }
  }

  /** What was read. */
  AgentOptions options() {
    return options;
  }
}
