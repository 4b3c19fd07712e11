package dev.sluice.cli.format;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.record.RecordCursor;

/** Writes records as text. For one thread. */
public interface RecordFormat {
  /**
   * Tells whose the records are that follow, so that each of them shows it. Told for each chunk or
   * not at all; then nothing is written of producers.
   */
  void producer(Accounting producer);

  /** Writes the cursor's current record. */
  void write(RecordCursor cursor);
}
