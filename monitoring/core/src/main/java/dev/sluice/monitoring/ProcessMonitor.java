package dev.sluice.monitoring;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.spi.CollectorState;
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

  /** Sets the monitor and the rules of the process, unless the current monitor is in use. */
  static void offer(SourceRules rules) {
    LOCK.lock();
    try {
      Monitor asked = process == null ? null : process.monitor();
      boolean closed = asked == null || asked.figures().status().state() == CollectorState.CLOSED;
      if (closed || asked.configuration().sink().isEmpty()) {
        process = rules;
      }
      if (!closed) {
        Log.log(
            Level.WARNING,
            "instrumented classes were used before the program opened its monitor; they stay with"
                + " the one that was opened for them",
            null);
      }
    } finally {
      LOCK.unlock();
    }
  }

  /**
   * Opens the configured monitor; after a failure, returns one that is off, so that the caller's
   * code continues.
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
    Monitor.builder().part(rules).off();
    return rules;
  }
}
