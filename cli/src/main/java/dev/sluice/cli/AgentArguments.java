package dev.sluice.cli;

import dev.sluice.monitoring.config.OptionText;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** The options for the agent, as the command passes them. */
public final class AgentArguments {
  private final Map<String, String> values = new LinkedHashMap<>();

  private AgentArguments() {}

  /**
   * Makes options for the agent.
   *
   * @param sink URI of the sink, or null if it stands elsewhere
   * @param report a file for the agent's closing report, or null for none
   */
  public static AgentArguments of(
      String sink, List<String> includes, List<String> excludes, Path report) {
    AgentArguments result = new AgentArguments();
    if (sink != null) {
      result.add("sink", sink);
    }
    includes.forEach(pattern -> result.add("include", pattern));
    excludes.forEach(pattern -> result.add("exclude", pattern));
    if (report != null) {
      result.add("report", report.toString());
    }
    return result;
  }

  private void add(String name, String value) {
    OptionText.add(values, name, value);
  }

  /** Adds further options, each as {@code name=value}. */
  AgentArguments with(List<String> more) {
    for (String option : more) {
      int equals = option.indexOf('=');
      add(option.substring(0, equals).strip(), option.substring(equals + 1).strip());
    }
    return this;
  }

  /** Returns these arguments with absolute paths, for a process with another working directory. */
  AgentArguments absolute() {
    values.replaceAll(AbsolutePaths::of);
    return this;
  }

  /** Returns a copy, by name. */
  Map<String, String> values() {
    return new LinkedHashMap<>(values);
  }

  /**
   * Writes them to a file that nobody else may read, because lists of processes show what stands
   * behind a program's name.
   *
   * @return the agent's argument, which names the file
   */
  String handOver(Path file) throws IOException {
    Properties properties = new Properties();
    properties.putAll(values);
    try (Writer out = Files.newBufferedWriter(file)) {
      properties.store(out, null);
    }
    return "options=" + file;
  }

  /**
   * {@code -javaagent:JAR=…}, for options without secrets that hold neither comma nor semicolon.
   */
  public String argument(Path jar) {
    return values.entrySet().stream()
        .map(option -> option.getKey() + "=" + option.getValue())
        .collect(Collectors.joining(";", "-javaagent:" + jar + "=", ""));
  }
}
