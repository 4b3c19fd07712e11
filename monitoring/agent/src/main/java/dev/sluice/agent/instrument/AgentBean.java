package dev.sluice.agent.instrument;

import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.SwitchesBean;
import dev.sluice.monitoring.switches.RuleSwitches;
import java.util.List;

/** The implementation of {@link AgentMXBean}. */
final class AgentBean extends SwitchesBean implements AgentMXBean {
  private final InstrumentationCounts tally;
  private final AgentLog log;

  AgentBean(Monitor monitor, RuleSwitches switches, InstrumentationCounts tally, AgentLog log) {
    super(monitor, switches);
    this.tally = tally;
    this.log = log;
  }

  @Override
  public List<String> getWarnings() {
    return log.warnings();
  }

  @Override
  public int getInstrumentedClasses() {
    return tally.classes();
  }

  @Override
  public int getInstrumentedMethods() {
    return tally.methods();
  }

  @Override
  public int getLeftMethods() {
    return tally.leftAlone();
  }

  @Override
  public long getFailedProbes() {
    return ProbeFailures.count();
  }

  @Override
  public int getFailedClasses() {
    return tally.failed();
  }
}
