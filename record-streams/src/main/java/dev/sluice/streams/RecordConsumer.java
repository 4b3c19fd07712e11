package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.RecordCursor;

/**
 * Receives every record. Called by the thread that polls, or with {@link
 * RecordStreamBuilder#parallelism} by several.
 */
@FunctionalInterface
public interface RecordConsumer {
  /**
   * Takes one record. If it throws, the exception ends the poll unchanged and all records of the
   * chunk come again with the next one; but a {@link RecordRejectedException} or an {@link
   * dev.sluice.api.record.IncompatibleTypeException} rejects this record alone, as the {@link
   * ErrorPolicy} says.
   *
   * @param cursor stands on the record; must not be moved, and not be kept
   * @param chunk the chunk that the record is in; its bytes must not be kept
   */
  void accept(RecordCursor cursor, Chunk chunk);
}
