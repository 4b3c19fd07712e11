package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.support.Decoders;
import dev.sluice.support.TimeRange;

/**
 * Decodes chunks to columns again, in another thread than that of their stream: a copy of a chunk
 * has a twentieth of the size of its columns, which then need not move between processors. Made by
 * {@link RecordStream#columnReader}. For one thread, any one.
 */
public final class ColumnReader {
  private final Decoders decoders;
  private final TimeRange range;

  ColumnReader(Decoders decoders, TimeRange range) {
    this.decoders = decoders;
    this.range = range;
  }

  /**
   * Returns the batches that the stream delivers of this chunk, in the same order, with the same
   * rows.
   *
   * @param chunk its bytes must stay as they are while the result is used
   * @return valid until the next call
   * @throws MalformedChunkException if it cannot be decoded
   */
  public ColumnCursor open(Chunk chunk) throws MalformedChunkException {
    return ColumnsWithin.of(decoders.columns(chunk), chunk, range);
  }
}
