package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.ColumnBatch;

/**
 * Receives all records, as columns. Called by the thread that polls, or with {@link
 * RecordStreamBuilder#parallelism} by several.
 */
@FunctionalInterface
public interface ColumnConsumer {
  /**
   * Takes some records of one type. If it throws, the exception ends the poll unchanged and all
   * records of the chunk come again with the next one; but an {@link
   * dev.sluice.api.record.IncompatibleTypeException} rejects these records alone, as the {@link
   * ErrorPolicy} says.
   *
   * @param batch must not be changed, and not be kept
   * @param chunk the chunk that the records are in; its bytes must not be kept
   */
  void accept(ColumnBatch batch, Chunk chunk);
}
