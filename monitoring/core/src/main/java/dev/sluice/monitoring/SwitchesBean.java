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
 * The implementation of {@link SwitchesMXBean}, which the agent extends. This class is loaded only
 * if JMX is used.
 */
public class SwitchesBean implements SwitchesMXBean {
  private static final String NAME = "dev.sluice:type=Agent";

  private final Monitor monitor;
  private final RuleSwitches switches;
  private volatile boolean ended;
  private volatile ObjectName registered;

  /** Creates a bean for one monitor; it is not registered yet. */
  public SwitchesBean(Monitor monitor, RuleSwitches switches) {
    this.monitor = monitor;
    this.switches = switches;
  }

  /**
   * Registers the bean with the platform's server until the monitor ends, as {@code
   * dev.sluice:type=Agent}; if that name is taken, with an {@code id} added. A failure is logged.
   *
   * @param starter runs the registration, now or later, on any thread
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
        name = new ObjectName(NAME + ",id=" + monitor.report().producer());
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
      // Somebody else has unregistered it.
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
      // A JMX client may not have the class of the other exception.
      throw new IllegalArgumentException(e.getMessage());
    }
  }
}
