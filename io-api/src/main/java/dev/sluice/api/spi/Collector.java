package dev.sluice.api.spi;

import dev.sluice.api.record.RowSink;
import java.time.Duration;

/**
 * The application's side: takes records and makes sealed chunks of them. All methods may be called
 * by any thread.
 */
public interface Collector {
  /** Returns the sink for row writers. */
  RowSink rows();

  /**
   * Seals what was emitted before the call and waits until it is acknowledged, failed, unconfirmed,
   * or in the spill directory.
   *
   * @return whether that happened within the time
   */
  boolean flush(Duration timeout);

  /** Returns the counts of all records so far, by their fate. */
  CollectorReport report();

  /** Returns the current state of the collector and its figures. */
  CollectorStatus status();

  /**
   * Stops taking records, seals and sends what is there, and drops the rest when the time is over.
   * Idempotent: later calls return the same report. Returns within the time and one second.
   */
  CollectorReport close(Duration timeout);
}
