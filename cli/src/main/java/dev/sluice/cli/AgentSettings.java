package dev.sluice.cli;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.select.InstrumentationKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for the agent that all commands with an agent share. */
final class AgentSettings {
  @Mixin private RuleOptions rules = new RuleOptions();

  @Option(
      names = "--preset",
      paramLabel = "NAME[,NAME]",
      hideParamSyntax = true,
      split = ",",
      completionCandidates = PresetWords.class,
      description = {
        "Record calls of these libraries: ${COMPLETION-CANDIDATES}.",
        "Other methods are then recorded only with --include."
      })
  private List<String> presets = List.of();

  @Mixin private ConfigOption config = new ConfigOption();

  @Option(
      names = "--option",
      paramLabel = "NAME=VALUE",
      description = {
        "Any other option of the agent, such as sampling.rate=0.01,",
        "active=5s/60s, watch=FILE or jmx=true. May be repeated."
      })
  private List<String> others = List.of();

  /** Names of all presets, for the help. */
  static final class PresetWords implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return InstrumentationKeys.PRESETS.iterator();
    }
  }

  /**
   * Returns whether nothing says what is recorded, neither the options nor a file, the environment
   * or a system property.
   */
  boolean leavesChoice(AgentArguments all) {
    String file = config.file() == null ? null : config.file().toString();
    Options given = ConfigurationSources.ofProcess(file).with(all.values(), "option").offered();
    return !given.isGiven(InstrumentationKeys.INCLUDE)
        && !given.isGiven(InstrumentationKeys.PRESET)
        && given.get(InstrumentationKeys.RULE).isEmpty();
  }

  /** Returns whether there is a file that may name the sink. */
  boolean hasFile() {
    return config.file() != null;
  }

  /** Returns the sink with the options that the agent gets for it. */
  Endpoint sink(String sink, AgentArguments all) {
    return AgentKeys.sink(sink, config.file(), all.values());
  }

  /**
   * Returns the agent's argument. Mistakes are reported before anything is started.
   *
   * @param sink URI of the sink, or null if it stands elsewhere
   * @throws ConfigurationException naming all mistakes
   */
  AgentArguments of(String sink) {
    List<String> options = new ArrayList<>(rules.others());
    options.addAll(others);
    if (!presets.isEmpty()) {
      options.add(InstrumentationKeys.PRESET.name() + "=" + String.join(",", presets));
    }
    rules.read(options);
    AgentArguments all =
        AgentArguments.of(sink, rules.includes(), rules.excludes(), null).with(options);
    Path file = config.file();
    AgentKeys.check(sink, file, all.values());
    return file == null ? all : all.with(List.of("config=" + file.toAbsolutePath()));
  }
}
