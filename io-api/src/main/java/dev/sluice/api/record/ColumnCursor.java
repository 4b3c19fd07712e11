package dev.sluice.api.record;

import java.util.List;

/**
 * The records of one decoded chunk as columns: page after page, and in each one type after the
 * other. For one thread; valid until its decoder decodes the next chunk.
 */
public interface ColumnCursor {
  /** Most rows of a batch. */
  int MAX_ROWS = 2048;

  /** Advances to the next batch; false after the last. */
  boolean next();

  /** The current batch, of 1 to {@value #MAX_ROWS} rows. */
  ColumnBatch batch();

  /** The types in the chunk's schema, but for those whose records are never read. */
  List<RecordType> types();

  /** The records that are in the chunk and that this cursor leaves out: one entry for each type. */
  List<UnreadRecords> unread();

  /**
   * How many records of the chunk are left out because the reader does not want their type, see
   * {@link FieldSelection#containsType}.
   */
  default int leftOut() {
    return 0;
  }

  /** The records that a cursor has not reached yet, gathered to columns. */
  static ColumnCursor of(RecordCursor cursor) {
    return new GatheredColumns(cursor);
  }
}
