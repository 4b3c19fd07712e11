package dev.sluice.api.spi;

import dev.sluice.api.record.RowSink;
import java.time.Duration;

/** Application side: records in, sealed chunks out. All methods may be called by any thread. */
public interface Collector {
  /** Where row writers put rows. */
  RowSink rows();

  /**
   * Seals what was emitted before the call and waits until it is acknowledged, failed, unconfirmed,
   * or in the spill directory.
   *
   * @return whether that happened within the time
   */
  boolean flush(Duration timeout);

  /** What became of the records so far. */
  CollectorReport report();

  /** What the collector is doing now. */
  CollectorStatus status();

  /**
   * Stops taking records, seals and sends what is there, and gives up the rest when the time is
   * over. Idempotent: later calls return the same report. Returns within the time and one second.
   */
  CollectorReport close(Duration timeout);
}
