package dev.sluice.agent.instrument;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.config.SmallFile;
import dev.sluice.monitoring.MonitorKeys;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.config.OptionText;
import dev.sluice.monitoring.select.InstrumentationKeys;
import dev.sluice.monitoring.select.Rules;
import java.io.File;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * The agent's options, without those of its monitor.
 *
 * @param rules what is recorded of which methods
 * @param report the file to write the final figures to, or null
 * @param copy a second file for the figures, for the command that started the program, or null
 * @param log the file that the agent's log is appended to, or null
 * @param plugins jars with serializers and raw writers that are not the agent's own
 * @param handover whether traces continue on other threads
 * @param context whether traces continue in other processes
 * @param presets names of the presets that are on
 * @param jmx whether the agent is registered with JMX, as its monitor is
 * @param watch a file with switches, or null
 * @param watchPeriod period at which that file is read
 */
record AgentOptions(
    Rules rules,
    Path report,
    Path copy,
    Path log,
    List<File> plugins,
    boolean handover,
    boolean context,
    Set<String> presets,
    boolean jmx,
    Path watch,
    Duration watchPeriod) {
  private static final String CONFIG = "config";
  private static final String HANDED = "options";
  private static final Key<Path> COPY =
      Key.path("report.copy", "A second file for the report, for the command that attached.");

  /**
   * Returns the sources of all options: the text after {@code -javaagent:…=}, which overrides the
   * sources of the process. The text is an {@link OptionText}; in it {@code config} names a file
   * that takes the place of {@code sluice.properties}, and {@code options} one with more of the
   * text's options, which are not to be seen in a list of processes.
   *
   * @param text may be null
   * @throws ConfigurationException if the text is wrong, or the file with further options cannot be
   *     read
   */
  static ConfigurationSources sources(String text) {
    Map<String, String> pairs = OptionText.parse(text == null ? "" : text);
    String handed = pairs.remove(HANDED);
    if (handed != null) {
      properties(handed)
          .forEach((name, value) -> pairs.putIfAbsent(name.toString(), value.toString()));
    }
    String file = pairs.remove(CONFIG);
    return ConfigurationSources.ofProcess(file).with(pairs, "agent option");
  }

  private static Properties properties(String file) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(SmallFile.text(Path.of(file))));
      return properties;
    } catch (IOException | IllegalArgumentException e) {
      throw new ConfigurationException(
          List.of("cannot read the options in '" + file + "': " + e.getMessage()));
    }
  }

  /** Reads the options; mistakes are noted in them. */
  static AgentOptions read(Options options) {
    return new AgentOptions(
        Rules.read(options),
        options.get(InstrumentationKeys.REPORT),
        options.get(COPY),
        options.get(InstrumentationKeys.LOG),
        jars(options),
        options.get(InstrumentationKeys.HANDOVER),
        options.get(InstrumentationKeys.CONTEXT),
        InstrumentationKeys.presets(options),
        options.get(MonitorKeys.JMX),
        options.get(InstrumentationKeys.WATCH),
        options.get(InstrumentationKeys.WATCH_PERIOD));
  }

  private static List<File> jars(Options options) {
    List<File> jars = new ArrayList<>();
    for (String text : options.get(InstrumentationKeys.PLUGINS).split("\\|")) {
      File jar = new File(text.trim());
      if (jar.isFile()) {
        jars.add(jar);
      } else if (!text.isBlank()) {
        options.problem(
            "option '"
                + InstrumentationKeys.PLUGINS
                + "' must name jars, but there is no file "
                + text);
      }
    }
    return jars;
  }
}
