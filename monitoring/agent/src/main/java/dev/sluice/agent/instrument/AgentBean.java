package dev.sluice.agent.instrument;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.select.Pattern;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;

/** Behind {@link AgentMXBean}. */
final class AgentBean implements AgentMXBean {
  private static final String NAME = "dev.sluice:type=Agent";

  private final Monitor monitor;
  private final RuleSwitches switches;
  private final Tally tally;
  private final AgentLog log;

  AgentBean(Monitor monitor, RuleSwitches switches, Tally tally, AgentLog log) {
    this.monitor = monitor;
    this.switches = switches;
    this.tally = tally;
    this.log = log;
  }

  /** Makes it known to the platform's server, in place of one that was there. */
  void register() {
    try {
      ObjectName name = new ObjectName(NAME);
      unregister();
      ManagementFactory.getPlatformMBeanServer().registerMBean(this, name);
    } catch (JMException e) {
      log.log(Level.WARNING, "not managed by JMX: " + e);
    }
  }

  /** The opposite; nothing happens if it is not known. */
  static void unregister() {
    try {
      ObjectName name = new ObjectName(NAME);
      if (ManagementFactory.getPlatformMBeanServer().isRegistered(name)) {
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
      }
    } catch (JMException e) {
      // Gone meanwhile.
    }
  }

  @Override
  public List<String> getRules() {
    return switches.states().stream().map(state -> state.rule().name() + ": " + state).toList();
  }

  @Override
  public List<String> getPatterns() {
    PatternSwitches patterns = switches.patterns();
    return Stream.concat(
            patterns.off().stream().map(pattern -> pattern + "=off"),
            patterns.on().stream().map(pattern -> pattern + "=on"))
        .toList();
  }

  @Override
  public List<String> getWarnings() {
    return log.warnings();
  }

  @Override
  public boolean isEnabled() {
    return monitor.isEnabled();
  }

  @Override
  public void setEnabled(boolean on) {
    monitor.enable(on);
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
  public int getFailedClasses() {
    return tally.failed();
  }

  @Override
  public int getOperationsOff() {
    return switches.off();
  }

  @Override
  public long getSampledOut() {
    return monitor.probes().sampledOut();
  }

  @Override
  public void enable(String ruleOrPattern) {
    enable(ruleOrPattern, true);
  }

  @Override
  public void disable(String ruleOrPattern) {
    enable(ruleOrPattern, false);
  }

  private void enable(String text, boolean on) {
    if (switches.isRule(text) || text.matches("\\w+")) {
      switches.enable(text, on);
      return;
    }
    try {
      switches.enable(Pattern.parse(text), on);
    } catch (ConfigurationException e) {
      // A client need not have our exception's class.
      throw new IllegalArgumentException(e.getMessage());
    }
  }
}
