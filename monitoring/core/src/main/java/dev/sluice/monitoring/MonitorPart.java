package dev.sluice.monitoring;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import java.util.List;
import java.util.function.Consumer;

/**
 * A part of a monitor that is configured with it and works while it is open, for instance samplers.
 * Called by the thread that opens the monitor.
 */
public interface MonitorPart {
  /** Returns the options that the part reads. */
  List<Key<?>> keys();

  /**
   * Reads the part's options and notes mistakes in {@code options}; the monitor is not open yet and
   * stays closed if there is any.
   *
   * @return starts the part when the monitor is open
   */
  Consumer<Monitor> prepare(Options options);
}
