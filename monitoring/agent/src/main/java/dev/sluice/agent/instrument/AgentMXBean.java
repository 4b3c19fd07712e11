package dev.sluice.agent.instrument;

import dev.sluice.monitoring.switches.SwitchesMXBean;
import java.util.List;

/** The agent in JMX, as {@code dev.sluice:type=Agent}. Any thread. */
public interface AgentMXBean extends SwitchesMXBean {
  /** Returns the last warnings, the latest at the end; each once, with how many times if several. */
  List<String> getWarnings();

  /** Classes with probes in them. */
  int getInstrumentedClasses();

  /** Methods with probes in them, counted each time that their class is transformed. */
  int getInstrumentedMethods();

  /** Methods that were chosen but left alone. */
  int getLeftMethods();

  /**
   * Executions that were not recorded because their probe failed; about, as nobody waits to count.
   */
  long getFailedProbes();

  /** Classes that could not be transformed and were left alone. */
  int getFailedClasses();
}
