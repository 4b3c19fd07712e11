package dev.sluice.api.spi;

import dev.sluice.api.record.RowSink;
import java.time.Duration;

/** Application side: records in, sealed chunks out. All methods may be called by any thread. */
public interface Collector {
  /** Where row writers put rows. */
  RowSink rows();

  /**
   * Seals what was emitted before the call and waits until it is acknowledged, failed or
   * unconfirmed.
   *
   * @return whether that happened within the time
   */
  boolean flush(Duration timeout);

  /** The figures so far. */
  CollectorReport report();

  /**
   * Stops taking records, seals and sends what is there, and gives up the rest when the time is
   * over. Idempotent: later calls return the same report. Returns within the time and one second.
   */
  CollectorReport close(Duration timeout);
}
