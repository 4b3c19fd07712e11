package dev.sluice.api.spi;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.record.RowBatch;

/**
 * Encoder of batches into chunk bodies. For one thread. Its state between calls (which encodings
 * did well) never changes the meaning of a body: every body is decoded alone.
 */
public interface ChunkEncoder {
  /**
   * Encodes all rows of a batch.
   *
   * @param out written from {@code from} on, only to {@code to}
   * @return the length of the body, or -1 if it does not fit; then the bytes in {@code out} mean
   *     nothing and the caller may try again with fewer rows
   * @throws RecordEncodeException if a row cannot be encoded; the caller may try again without it
   */
  int encode(RowBatch batch, byte[] out, int from, int to) throws RecordEncodeException;

  /**
   * Returns the compression of the last body as a whole, see {@link ChunkLayout}; 0, the default,
   * is none.
   */
  default int compression() {
    return 0;
  }

  /**
   * Returns the length of the last body before compression as a whole, 0 if it was not compressed.
   */
  default int rawLength() {
    return 0;
  }

  /**
   * Returns the maximum number of records of a body, which the caller must respect; 1 to {@link
   * ChunkLayout#MAX_RECORDS}, which is the default.
   */
  default int maxRecords() {
    return ChunkLayout.MAX_RECORDS;
  }
}
