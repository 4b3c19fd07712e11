package dev.sluice.monitoring.probe;

/** What is recorded of an operation's executions. An operation may have several. */
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

  /** An {@code OperationDurationAggregate} for many, without a trace. */
  AGGREGATE("aggregate"),

  /** The same with a histogram. */
  HISTOGRAM("aggregate-histogram");

  private final String label;

  ProbeKind(String label) {
    this.label = label;
  }

  /** The word in configurations. */
  public String label() {
    return label;
  }
}
