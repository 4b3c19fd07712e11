package dev.sluice.monitoring;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Loggers;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.monitoring.select.Pattern;
import dev.sluice.monitoring.select.Rule;
import dev.sluice.monitoring.switches.PatternSwitches;
import dev.sluice.monitoring.switches.RuleSwitches;
import dev.sluice.monitoring.switches.SwitchesMXBean;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Behind {@link SwitchesMXBean}; the agent has more to tell. This class is loaded when JMX is
 * wanted, not before.
 */
public class SwitchesBean implements SwitchesMXBean {
  private static final String NAME = "dev.sluice:type=Agent";

  private final Monitor monitor;
  private final RuleSwitches switches;
  private volatile boolean ended;
  private volatile ObjectName registered;

  /** For one monitor; not registered yet. */
  public SwitchesBean(Monitor monitor, RuleSwitches switches) {
    this.monitor = monitor;
    this.switches = switches;
  }

  /**
   * Makes it known to the platform's server until the monitor ends, as {@code
   * dev.sluice:type=Agent}; if another has that name, with an {@code id} behind it. Failing is
   * logged.
   *
   * @param starter does it, now or later, on any thread
   */
  public final void register(Consumer<Runnable> starter) {
    monitor.addListener(
        new MonitorListener() {
          @Override
          public void ended(Monitor monitor, CollectorReport report) {
            ended = true;
            unregister();
          }
        });
    starter.accept(this::register);
  }

  private void register() {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      ObjectName name = new ObjectName(NAME);
      if (server.isRegistered(name)) {
        name = new ObjectName(NAME + ",id=%016x".formatted(monitor.report().producerId()));
      }
      server.registerMBean(this, name);
      registered = name;
    } catch (JMException | RuntimeException e) {
      Loggers.get("dev.sluice.monitoring").log(Level.WARNING, "not managed by JMX: " + e);
    }
    if (ended) {
      unregister();
    }
  }

  private void unregister() {
    ObjectName name = registered;
    if (name == null) {
      return;
    }
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
    } catch (JMException e) {
      // Somebody else did.
    }
  }

  @Override
  public final List<String> getRules() {
    return switches.states().stream().map(state -> state.rule().name() + ": " + state).toList();
  }

  @Override
  public final List<String> getPatterns() {
    PatternSwitches patterns = switches.patterns();
    return Stream.concat(
            patterns.off().stream().map(pattern -> pattern + "=off"),
            patterns.on().stream().map(pattern -> pattern + "=on"))
        .toList();
  }

  @Override
  public final boolean isEnabled() {
    return monitor.isEnabled();
  }

  @Override
  public final void setEnabled(boolean on) {
    monitor.enable(on);
  }

  @Override
  public final int getOperationsOff() {
    return switches.off();
  }

  @Override
  public final long getSampledOut() {
    return monitor.probes().sampledOut();
  }

  @Override
  public final void enable(String ruleOrPattern) {
    enable(ruleOrPattern, true);
  }

  @Override
  public final void disable(String ruleOrPattern) {
    enable(ruleOrPattern, false);
  }

  private void enable(String text, boolean on) {
    if (switches.isRule(text) || Rule.mayBeName(text)) {
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
