package dev.sluice.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The {@code -javaagent} argument that puts the agent into a program. */
public final class AgentOptions {
  private final List<String> options = new ArrayList<>();

  private AgentOptions() {}

  /**
   * With what the agent needs to know.
   *
   * @param sink URI of the sink, or null if it stands elsewhere
   * @param report a file for the agent's closing report, or null for none
   */
  public static AgentOptions of(
      String sink, List<String> includes, List<String> excludes, Path report) {
    AgentOptions result = new AgentOptions();
    if (sink != null) {
      result.options.add("sink=" + sink);
    }
    includes.forEach(pattern -> result.options.add("include=" + pattern));
    excludes.forEach(pattern -> result.options.add("exclude=" + pattern));
    if (report != null) {
      result.options.add("report=" + report);
    }
    return result;
  }

  /** With further options, each as {@code name=value}. */
  AgentOptions with(List<String> more) {
    options.addAll(more);
    return this;
  }

  /** The options alone. */
  String text() {
    return String.join(";", options);
  }

  /** {@code -javaagent:JAR=…}. */
  public String argument(Path jar) {
    return "-javaagent:" + jar + "=" + text();
  }
}
