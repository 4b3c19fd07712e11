package dev.sluice.monitoring;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.monitoring.config.ConfigurationSources;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** The process's monitor and the rules of its instrumented sources. */
final class ProcessMonitor {
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static volatile SourceRules process;

  private ProcessMonitor() {}

  static Monitor get() {
    return rules().monitor();
  }

  static SourceRules rules() {
    SourceRules open = process;
    return open != null ? open : openOnce();
  }

  private static SourceRules openOnce() {
    if (LOCK.isHeldByCurrentThread()) {
      // Instrumented code called by this thread while it opens the monitor.
      return off();
    }
    LOCK.lock();
    try {
      if (process == null) {
        process = open(ConfigurationSources::ofProcess);
      }
      return process;
    } finally {
      LOCK.unlock();
    }
  }

  /**
   * Opens the configured monitor; on a failure, the caller's code continues with one that is off.
   */
  static SourceRules open(Supplier<ConfigurationSources> sources) {
    try {
      SourceRules rules = new SourceRules();
      Monitor.builder().configuration(sources.get()).part(rules).open();
      return rules;
    } catch (ConfigurationException e) {
      List<String> problems = e.problems();
      Log.log(Level.WARNING, "not monitoring: " + String.join("; ", problems), null);
    } catch (Throwable e) {
      Log.log(Level.WARNING, "not monitoring: " + e, e);
    }
    return off();
  }

  private static SourceRules off() {
    SourceRules rules = new SourceRules();
    Monitor.builder().closeAtExit(false).part(rules).over(new NoopCollector());
    return rules;
  }
}
