package dev.sluice.agent.instrument;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.select.InstrumentationKeys;
import dev.sluice.monitoring.select.Rules;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the user wants of the agent, apart from its monitor.
 *
 * @param rules what is recorded of which methods
 * @param report the file to write the final figures to, or null
 * @param log the file that what the agent has to say is appended to, or null
 * @param plugins jars with serializers and raw writers that are not the agent's own
 * @param handover whether traces go on on other threads
 * @param jmx whether it is managed by JMX, as its monitor is
 * @param watch a file with switches, or null
 * @param watchPeriod how often it is looked at
 */
record AgentOptions(
    Rules rules,
    Path report,
    Path log,
    List<File> plugins,
    boolean handover,
    boolean jmx,
    Path watch,
    Duration watchPeriod) {
  private static final String CONFIG = "config";

  /**
   * Where all options come from: the text behind {@code -javaagent:…=}, and below it what the
   * process was given. The text is {@code name=value} pairs separated by semicolons; patterns, jars
   * and probes may be given several times. {@code config} names a file.
   *
   * @param text may be null
   * @throws ConfigurationException if the text is no such pairs
   */
  static ConfigurationSources sources(String text) {
    Map<String, String> pairs = pairs(text == null ? "" : text);
    String file = pairs.remove(CONFIG);
    return ConfigurationSources.ofProcess(file).with(pairs, "agent option");
  }

  private static Map<String, String> pairs(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String pair : text.split(";")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        String name = pair.substring(0, equals).trim();
        String separator = name.endsWith("probe") ? "," : "|";
        values.merge(name, pair.substring(equals + 1).trim(), (a, b) -> a + separator + b);
      } else if (!pair.isBlank()) {
        throw new ConfigurationException(
            List.of("agent option '" + pair + "' has no value; write it as name=value"));
      }
    }
    return values;
  }

  /** Reads them; mistakes are noted there. */
  static AgentOptions read(Options options) {
    return new AgentOptions(
        Rules.read(options),
        options.get(InstrumentationKeys.REPORT),
        options.get(InstrumentationKeys.LOG),
        jars(options),
        options.get(InstrumentationKeys.HANDOVER),
        options.flag("jmx", false),
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
