package dev.sluice.monitoring;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The listeners of a monitor. Any thread. */
final class Listeners {
  private final List<MonitorListener> all;

  Listeners(List<MonitorListener> listeners) {
    all = new CopyOnWriteArrayList<>(listeners);
  }

  void add(MonitorListener listener) {
    all.add(listener);
  }

  void remove(MonitorListener listener) {
    all.remove(listener);
  }

  void forEach(Consumer<MonitorListener> event) {
    for (MonitorListener listener : all) {
      try {
        event.accept(listener);
      } catch (Throwable e) {
        Log.log(Level.WARNING, "a listener of a monitor failed: " + listener, e);
      }
    }
  }
}
