package dev.sluice.monitoring;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.select.InstrumentationKeys;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
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
      return Monitor.builder().configuration(sources.get()).part(new Instrumentation()).open();
    } catch (ConfigurationException e) {
      List<String> problems = e.problems();
      Log.log(Level.WARNING, "not monitoring: " + String.join("; ", problems), null);
    } catch (Throwable e) {
      Log.log(Level.WARNING, "not monitoring: " + e, e);
    }
    return off();
  }

  /** Options of who put the probes into the program, which may stand in the same places. */
  private static final class Instrumentation implements MonitorPart {
    @Override
    public List<Key<?>> keys() {
      return InstrumentationKeys.ALL;
    }

    @Override
    public Consumer<Monitor> prepare(Options options) {
      keys().forEach(options::get);
      return monitor -> {};
    }
  }

  private static Monitor off() {
    return Monitor.builder().closeAtExit(false).over(new Nothing());
  }
}
