package dev.sluice.agent.instrument;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Options;
import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What the user wants.
 *
 * @param sink URI of the sink
 * @param selection which classes and methods
 * @param producer the producer's name, or null for the standard one
 * @param report the file to write the final figures to, or null
 * @param plugins jars with serializers and raw writers that are not the agent's own
 */
record AgentOptions(
    String sink, Selection selection, String producer, Path report, List<File> plugins) {
  private static final List<String> NAMES =
      List.of("sink", "include", "exclude", "producer", "report", "plugins");
  private static final String PROPERTY_PREFIX = "sluice.";
  private static final String EVERYTHING = "**";

  /**
   * Reads the text behind {@code -javaagent:…=}: {@code name=value} pairs separated by semicolons,
   * patterns and jars by {@code |} or by repeating the name. System properties {@code
   * sluice.<name>} stand in for what is not there. Without an include pattern, all classes are
   * meant.
   *
   * @throws ConfigurationException naming all mistakes
   */
  static AgentOptions parse(String text, UnaryOperator<String> property) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String name : NAMES) {
      String value = property.apply(PROPERTY_PREFIX + name);
      if (value != null) {
        values.put(name, value);
      }
    }
    values.putAll(pairs(text == null ? "" : text));
    return read(new Options(values));
  }

  private static Map<String, String> pairs(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String pair : text.split(";")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        values.merge(
            pair.substring(0, equals).trim(),
            pair.substring(equals + 1).trim(),
            (a, b) -> a + "|" + b);
      } else if (!pair.isBlank()) {
        throw new ConfigurationException(
            List.of("agent option '" + pair + "' has no value; write it as name=value"));
      }
    }
    return values;
  }

  private static AgentOptions read(Options options) {
    String sink = options.text("sink", null);
    if (sink == null) {
      options.problem("no sink given, as in sink=file:/var/log/app/records");
    }
    List<Pattern> includes = patterns("include", EVERYTHING, options);
    List<Pattern> excludes = patterns("exclude", "", options);
    Path report = path("report", options);
    String producer = options.text("producer", null);
    List<File> plugins = jars("plugins", options);
    options.finish();
    return new AgentOptions(sink, new Selection(includes, excludes), producer, report, plugins);
  }

  private static List<File> jars(String name, Options options) {
    List<File> jars = new ArrayList<>();
    for (String text : options.text(name, "").split("\\|")) {
      File jar = new File(text.trim());
      if (jar.isFile()) {
        jars.add(jar);
      } else if (!text.isBlank()) {
        options.problem("option '" + name + "' must name jars, but there is no file " + text);
      }
    }
    return jars;
  }

  private static List<Pattern> patterns(String name, String defaultValue, Options options) {
    List<Pattern> patterns = new ArrayList<>();
    for (String text : options.text(name, defaultValue).split("\\|")) {
      try {
        if (!text.isBlank()) {
          patterns.add(Pattern.parse(text.trim()));
        }
      } catch (IllegalArgumentException e) {
        options.problem(name + " pattern " + e.getMessage());
      }
    }
    return patterns;
  }

  private static Path path(String name, Options options) {
    String text = options.text(name, null);
    try {
      return text == null ? null : Path.of(text);
    } catch (InvalidPathException e) {
      options.problem("option '" + name + "' must be a path, was '" + text + "'");
      return null;
    }
  }
}
