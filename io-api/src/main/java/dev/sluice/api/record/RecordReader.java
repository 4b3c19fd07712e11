package dev.sluice.api.record;

/**
 * Makes Java records of one type from a cursor. The record compiler writes the implementations. For
 * one thread.
 *
 * @param <T> the annotated Java record
 */
public interface RecordReader<T> {
  /** Returns the type as this program knows it. */
  RecordType type();

  /**
   * Returns whether this reader reads records of a chunk's type: the name and the version must be
   * equal.
   */
  default boolean isFor(RecordType stored) {
    return type().version() == stored.version() && type().name().equals(stored.name());
  }

  /** Returns the Java class of the records. */
  Class<T> recordClass();

  /**
   * Returns the cursor's current record, whose type must have {@link #type()}'s name and version;
   * fields are matched by {@link FieldMapping}'s rules.
   *
   * @throws IncompatibleTypeException if a field's stored type does not fit
   */
  T read(RecordCursor cursor);
}
