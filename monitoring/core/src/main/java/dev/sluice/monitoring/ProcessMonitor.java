package dev.sluice.monitoring;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.monitoring.config.ConfigurationSources;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** The process's monitor. */
final class ProcessMonitor {
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static volatile Monitor monitor;

  private ProcessMonitor() {}

  static Monitor get() {
    Monitor open = monitor;
    return open != null ? open : openOnce();
  }

  private static Monitor openOnce() {
    if (LOCK.isHeldByCurrentThread()) {
      // Instrumented code that runs because the monitor is being opened, on the same thread.
      return off();
    }
    LOCK.lock();
    try {
      if (monitor == null) {
        monitor = open(ConfigurationSources::ofProcess);
      }
      return monitor;
    } finally {
      LOCK.unlock();
    }
  }

  /** Opens what is configured; whatever goes wrong, the caller's code goes on. */
  static Monitor open(Supplier<ConfigurationSources> sources) {
    try {
      return Monitor.builder().configuration(sources.get()).open();
    } catch (ConfigurationException e) {
      List<String> problems = e.problems();
      Log.log(Level.WARNING, "not monitoring: " + String.join("; ", problems), null);
    } catch (Throwable e) {
      Log.log(Level.WARNING, "not monitoring: " + e, e);
    }
    return off();
  }

  private static Monitor off() {
    return Monitor.builder().closeAtExit(false).over(new Nothing());
  }
}
