package dev.sluice.api.record;

/**
 * Makes Java records of one type from a cursor. The record compiler writes the implementations. For
 * one thread.
 *
 * @param <T> the annotated Java record
 */
public interface RecordReader<T> {
  /** The type as this program knows it. */
  RecordType type();

  /** Whether it reads records of a chunk's type: one of the same name and version. */
  default boolean isFor(RecordType stored) {
    return type().version() == stored.version() && type().name().equals(stored.name());
  }

  /** The Java class. */
  Class<T> recordClass();

  /**
   * The cursor's current record, whose type must have {@link #type()}'s name and version; fields
   * are matched by {@link FieldMapping}'s rules.
   *
   * @throws IncompatibleTypeException if a field's stored type does not fit
   */
  T read(RecordCursor cursor);
}
