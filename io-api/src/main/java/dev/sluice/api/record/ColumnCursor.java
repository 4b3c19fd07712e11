package dev.sluice.api.record;

import java.util.List;

/**
 * The records of one decoded chunk as columns: page by page, and in each page type by type. For one
 * thread; valid until its decoder decodes the next chunk.
 */
public interface ColumnCursor {
  /** Maximum number of rows of a batch. */
  int MAX_ROWS = 2048;

  /** Advances to the next batch; false after the last. */
  boolean next();

  /** Returns the current batch, of 1 to {@value #MAX_ROWS} rows. */
  ColumnBatch batch();

  /** Returns the types in the chunk's schema, without the types whose records are never read. */
  List<RecordType> types();

  /**
   * Returns the records that are in the chunk and that this cursor leaves out: one entry for each
   * type.
   */
  List<UnreadRecords> unread();

  /**
   * Returns how many records of the chunk are left out because the reader does not want their type,
   * see {@link FieldSelection#containsType}.
   */
  default int leftOut() {
    return 0;
  }

  /** Returns a cursor over the remaining records of another cursor, gathered to columns. */
  static ColumnCursor of(RecordCursor cursor) {
    return new GatheredColumns(cursor);
  }
}
