package dev.sluice.agent.instrument;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.MonitorPart;
import dev.sluice.monitoring.select.InstrumentationKeys;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Part of the monitor that reads the agent's options together with the monitor's, so that all
 * mistakes are reported at once.
 */
final class AgentPart implements MonitorPart {
  private final Consumer<File> plugins;
  private final AgentLog log;
  private AgentOptions options;

  /**
   * Creates the part of one agent.
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
    if (isWritable(InstrumentationKeys.LOG, options.log(), given)) {
      open(options.log(), given);
    }
    isWritable(InstrumentationKeys.REPORT, options.report(), given);
    return monitor -> {};
  }

  /**
   * Returns whether a file is given that is no pipe, because a pipe would make the program wait for
   * its reader.
   */
  private static boolean isWritable(Key<Path> key, Path file, Options given) {
    boolean device = file != null && file.startsWith("/dev"); // also /dev/stderr, if that is a pipe
    boolean pipe = file != null && !device && Files.exists(file) && !Files.isRegularFile(file);
    if (pipe) {
      given.problem(key, "'" + file + "' must be a file, no directory or pipe");
    }
    return file != null && !pipe;
  }

  private void open(Path file, Options given) {
    try {
      log.appendTo(file);
    } catch (IOException e) {
      given.problem("option 'log' must name a file that can be written: " + e.getMessage());
    }
  }

  /** Returns the options that were read. */
  AgentOptions options() {
    return options;
  }
}
