package dev.sluice.tools.format;

import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.RecordCursor;

/** Writes records as text. For one thread. */
public interface RecordFormat {
  /**
   * Sets the chunk of the records that follow, each of which then shows its producer. Called for
   * each chunk, or never if producers are not shown.
   */
  void producer(ChunkHeader chunk);

  /** Writes the cursor's current record. */
  void write(RecordCursor cursor);
}
