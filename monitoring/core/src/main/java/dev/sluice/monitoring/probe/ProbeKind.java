package dev.sluice.monitoring.probe;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Nearest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The kind of records that are made of an operation's executions. An operation may have several.
 */
public enum ProbeKind {
  /** An {@code OperationExecution} when one ends, with its place in the trace. */
  EXECUTION("execution"),

  /**
   * A {@code BeforeOperation} when one begins, an {@code AfterOperation} or {@code
   * AfterOperationFailed} when it ends, and a {@code TraceMetadata} before the first of a trace.
   */
  EVENTS("events"),

  /** An {@code OperationDuration} when one ends, without a trace. */
  DURATION("duration"),

  /** An {@code OperationDurationAggregate} for many executions, without a trace. */
  AGGREGATE("aggregate"),

  /** An {@code OperationDurationHistogram} for many executions, without a trace. */
  HISTOGRAM("aggregate-histogram");

  /** The kinds whose executions belong to traces. */
  static final Set<ProbeKind> TRACED = Set.of(EXECUTION, EVENTS);

  private final String label;

  ProbeKind(String label) {
    this.label = label;
  }

  /** Returns the word in configurations. */
  public String label() {
    return label;
  }

  /** Returns all words, separated by commas. */
  public static String labels() {
    return Stream.of(values()).map(ProbeKind::label).collect(Collectors.joining(", "));
  }

  /**
   * Reads words that are separated by commas.
   *
   * @throws ConfigurationException if there is none, or one is unknown
   */
  public static Set<ProbeKind> parse(String labels) {
    Map<String, ProbeKind> known = new HashMap<>();
    for (ProbeKind kind : values()) {
      known.put(kind.label, kind);
    }
    Set<ProbeKind> kinds = EnumSet.noneOf(ProbeKind.class);
    List<String> problems = new ArrayList<>();
    for (String label : labels.split(",", -1)) {
      ProbeKind kind = known.get(label.trim());
      if (kind == null) {
        problems.add(
            "'"
                + label.trim()
                + "' must be one of "
                + labels()
                + Nearest.hint(label.trim(), known.keySet()));
      } else {
        kinds.add(kind);
      }
    }
    if (!problems.isEmpty()) {
      throw new ConfigurationException(problems);
    }
    return kinds;
  }
}
