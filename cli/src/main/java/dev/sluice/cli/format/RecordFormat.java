package dev.sluice.cli.format;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.record.RecordCursor;

/** Writes records as text. For one thread. */
public interface RecordFormat {
  /**
   * Sets the producer of the records that follow, which each of them then shows. Called for each
   * chunk, or never if producers are not shown.
   */
  void producer(Accounting producer);

  /** Writes the cursor's current record. */
  void write(RecordCursor cursor);
}
