package dev.sluice.cli;

import dev.sluice.api.config.Options;
import dev.sluice.tools.recordings.SourceSpec;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of all commands with a source or a sink that set how to reach it. */
public final class SourceOptions {
  @Mixin private ConfigOption config = new ConfigOption();

  @Option(
      names = PluginRunner.OPTION,
      paramLabel = "JAR[|JAR]…",
      hideParamSyntax = true,
      split = "\\|",
      description = {
        "Jar with third-party serializers or media. May be repeated;",
        "SLUICE_PLUGINS names further jars, separated by '|'."
      })
  private List<Path> plugins;

  /** Returns what the file of options says. */
  public Options options() {
    return config.options();
  }

  /** Returns a source by its text. */
  public SourceSpec open(String text, boolean follow, Since since, Terminal terminal) {
    SourceSpec.Times times = since.times(); // a wrong time is reported before anything is opened
    return SourceSpec.of(text, options(), follow, times, new Progress(terminal));
  }
}
