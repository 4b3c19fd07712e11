package dev.sluice.agent.instrument;

import dev.sluice.monitoring.switches.SwitchesMXBean;
import java.util.List;

/** The agent in JMX, as {@code dev.sluice:type=Agent}. Any thread. */
public interface AgentMXBean extends SwitchesMXBean {
  /**
   * Returns the last warnings, the latest at the end; each once, with the number of times if it was
   * repeated.
   */
  List<String> getWarnings();

  /** Returns the number of classes with probes in them. */
  int getInstrumentedClasses();

  /**
   * Returns the number of methods with probes in them, counted each time that their class is
   * transformed.
   */
  int getInstrumentedMethods();

  /** Returns the number of methods that were chosen but left unchanged. */
  int getLeftMethods();

  /**
   * Returns the approximate number of executions that were not recorded because their probe failed.
   */
  long getFailedProbes();

  /** Returns the number of classes that could not be transformed and were left unchanged. */
  int getFailedClasses();
}
