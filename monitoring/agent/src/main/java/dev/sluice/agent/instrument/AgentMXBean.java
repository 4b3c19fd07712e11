package dev.sluice.agent.instrument;

import java.util.List;

/** The agent in JMX, as {@code dev.sluice:type=Agent}. Any thread. */
public interface AgentMXBean {
  /** Every rule: its name, whether it is on, its probes, and how many operations it chose. */
  List<String> getRules();

  /** Patterns that switch operations off, and exceptions from them. */
  List<String> getPatterns();

  /** The last warnings, the latest at the end; each once, with how many times if several. */
  List<String> getWarnings();

  /** Whether anything is recorded. */
  boolean isEnabled();

  /** Switches everything; rules and patterns keep their own state. */
  void setEnabled(boolean on);

  /** Classes with probes in them. */
  int getInstrumentedClasses();

  /** Methods with probes in them, counted each time that their class is transformed. */
  int getInstrumentedMethods();

  /** Methods that were chosen but left alone. */
  int getLeftMethods();

  /** Classes that could not be transformed and were left alone. */
  int getFailedClasses();

  /** Operations of which nothing is recorded now. */
  int getOperationsOff();

  /** Traces that sampling refused. */
  long getSampledOut();

  /**
   * Records a rule, or what a pattern describes.
   *
   * @throws IllegalArgumentException if it is neither; the message says what may be meant
   */
  void enable(String ruleOrPattern);

  /**
   * The opposite.
   *
   * @throws IllegalArgumentException if it is neither; the message says what may be meant
   */
  void disable(String ruleOrPattern);
}
