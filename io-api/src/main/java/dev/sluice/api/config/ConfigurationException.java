package dev.sluice.api.config;

import java.util.List;

/** Thrown for a configuration with one or more mistakes. The message names them all, one a line. */
public final class ConfigurationException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /** Creates the exception from the problems found, at least one. */
  public ConfigurationException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /** Returns the problems, one sentence each. */
  public List<String> problems() {
    return problems == null ? List.of(getMessage().split("\n")) : problems;
  }
}
