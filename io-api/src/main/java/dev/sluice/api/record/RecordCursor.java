package dev.sluice.api.record;

import java.util.List;

/**
 * The records of one decoded chunk, one after the other, in the order of their rows. For one
 * thread; valid until its decoder decodes the next chunk.
 *
 * <p>A field is named by its index in {@link #type()}. An accessor that does not fit the field's
 * type has an unspecified result.
 */
public interface RecordCursor {
  /** Advances to the next record; false after the last. */
  boolean next();

  /**
   * Returns the type of the current record, as in the chunk's schema; one object per chunk and
   * type.
   */
  RecordType type();

  /**
   * Returns the value of a boolean (0 or 1), byte, short, char, int or long field. Instants are
   * nanoseconds since the epoch.
   */
  long longValue(int field);

  /** Returns the value of a float or double field. */
  double doubleValue(int field);

  /**
   * Returns the value of a text or enum field, or null. Equal texts of a chunk give the same
   * object.
   */
  String text(int field);

  /** Returns a copy of the value of a byte array field, or null. */
  byte[] bytes(int field);

  /** Returns the types in the chunk's schema, without the types whose records are never read. */
  List<RecordType> types();

  /**
   * Returns the records that are in the chunk and that this cursor leaves out: one entry for each
   * type.
   */
  default List<UnreadRecords> unread() {
    return List.of();
  }

  /**
   * Returns how many records of the chunk are left out because the reader does not want their type,
   * see {@link FieldSelection#containsType}.
   */
  default int leftOut() {
    return 0;
  }
}
