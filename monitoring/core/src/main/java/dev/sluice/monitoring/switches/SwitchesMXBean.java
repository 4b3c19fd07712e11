package dev.sluice.monitoring.switches;

import java.util.List;

/** Switches of rules, of patterns and of the monitor, for JMX. Any thread. */
public interface SwitchesMXBean {
  /**
   * Returns every rule: its name, whether it is on, its kinds, and the number of its operations.
   */
  List<String> getRules();

  /** Returns the patterns that switch operations off, and exceptions from them. */
  List<String> getPatterns();

  /** Returns whether anything is recorded. */
  boolean isEnabled();

  /** Switches the whole monitor; rules and patterns keep their own state. */
  void setEnabled(boolean on);

  /** Returns the number of operations of which nothing is recorded now. */
  int getOperationsOff();

  /** Returns the number of traces that sampling refused. */
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
