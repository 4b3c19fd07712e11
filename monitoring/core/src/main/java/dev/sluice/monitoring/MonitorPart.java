package dev.sluice.monitoring;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import java.util.List;
import java.util.function.Consumer;

/**
 * Something that is configured together with a monitor and works while that is open: samplers, for
 * instance. Called by the thread that opens the monitor.
 */
public interface MonitorPart {
  /** The options it reads. */
  List<Key<?>> keys();

  /**
   * Reads its options and notes what is wrong there; the monitor is not open yet, and will not be
   * if anything is.
   *
   * @return what to do when it is open
   */
  Consumer<Monitor> prepare(Options options);
}
