package dev.sluice.cli.format;

import dev.sluice.api.record.RecordCursor;

/** Writes records as text. For one thread. */
public interface RecordFormat {
  /** Writes the cursor's current record. */
  void write(RecordCursor cursor);
}
