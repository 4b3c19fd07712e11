package dev.sluice.benchmarks.calls;

/** What is done with an execution. The order is that of the report. */
enum Setup {
  /** No monitoring. */
  NONE("none"),
  /** Two clock reads and one plain store: what no probe can do without. */
  FLOOR("floor"),
  /** The probe is there and switched off. */
  OFF("off"),
  /** Records are committed, drained and thrown away. */
  COLLECT("collect"),
  /** Records are encoded and sealed, and the chunks thrown away. */
  DISCARD("discard"),
  /** As {@link #DISCARD}, with a duration instead of a place in a trace. */
  DURATION("duration"),
  /** As {@link #DISCARD}, with aggregates of count and sum. */
  AGGREGATE("aggregate"),
  /** As {@link #DISCARD}, with aggregates that have a histogram. */
  HISTOGRAM("aggregate-histogram"),
  /** As {@link #DISCARD}, instrumented in source. */
  SOURCE("source"),
  /** As {@link #DISCARD}, by a thread that owns no stripe. */
  SHARED("shared-stripe"),
  /** Records are written to files. */
  FILE("file"),
  /** As {@link #FILE}, with a duration instead of a place in a trace. */
  DURATION_FILE("duration-file"),
  /** Records are sent to a listener on this machine. */
  TCP("tcp"),
  /** Records are sent to a broker on this machine. */
  KAFKA("kafka"),
  /** As {@link #KAFKA}, each record in a message of its own. */
  KAFKA_SINGLE("kafka-single");

  private final String label;

  Setup(String label) {
    this.label = label;
  }

  /** Whether executions end up in records. */
  boolean records() {
    return compareTo(OFF) > 0;
  }

  /** The word for people and programs. */
  @Override
  public String toString() {
    return label;
  }
}
