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

/** Kind of the records of an operation's executions. An operation may have several. */
public enum ProbeKind {
  /** Records an {@code OperationExecution} when an execution ends, with its place in the trace. */
  EXECUTION("execution"),

  /**
   * Records a {@code BeforeOperation} when an execution begins, an {@code AfterOperation} or {@code
   * AfterOperationFailed} when it ends, and a {@code TraceMetadata} before the first one of a
   * trace.
   */
  EVENTS("events"),

  /** Records an {@code OperationDuration} when an execution ends, without a trace. */
  DURATION("duration"),

  /** Records an {@code OperationDurationAggregate} for many executions, without a trace. */
  AGGREGATE("aggregate"),

  /** Records an {@code OperationDurationHistogram} for many executions, without a trace. */
  HISTOGRAM("aggregate-histogram");

  /** Kinds whose executions belong to traces. */
  static final Set<ProbeKind> TRACED = Set.of(EXECUTION, EVENTS);

  private final String label;

  ProbeKind(String label) {
    this.label = label;
  }

  /** Returns the word for this kind in configurations. */
  public String label() {
    return label;
  }

  /** Returns the words of all kinds, separated by commas. */
  public static String labels() {
    return Stream.of(values()).map(ProbeKind::label).collect(Collectors.joining(", "));
  }

  /**
   * Converts words that are separated by commas to kinds.
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
