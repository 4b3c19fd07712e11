package dev.sluice.monitoring.switches;

import java.util.List;

/** Switches of rules, of patterns and of the monitor, for JMX. Any thread. */
public interface SwitchesMXBean {
  /** Every rule: its name, whether it is on, its probes, and how many operations it chose. */
  List<String> getRules();

  /** Patterns that switch operations off, and exceptions from them. */
  List<String> getPatterns();

  /** Returns whether anything is recorded. */
  boolean isEnabled();

  /** Switches everything; rules and patterns keep their own state. */
  void setEnabled(boolean on);

  /** Operations of which nothing is recorded now. */
  int getOperationsOff();

  /** Traces that sampling refused. */
  long getSampledOut();

  /**
   * Switches on a rule, or the operations that a pattern describes.
   *
   * @throws IllegalArgumentException if it is neither; the message says what may be meant
   */
  void enable(String ruleOrPattern);

  /**
   * Switches off a rule, or the operations that a pattern describes.
   *
   * @throws IllegalArgumentException if it is neither; the message says what may be meant
   */
  void disable(String ruleOrPattern);
}
