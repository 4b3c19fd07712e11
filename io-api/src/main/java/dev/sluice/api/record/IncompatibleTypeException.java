package dev.sluice.api.record;

/**
 * Thrown for a field that was stored with a type that cannot be read as the type that the program
 * knows.
 */
public final class IncompatibleTypeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception; its message names the field and both types. */
  public IncompatibleTypeException(RecordType wanted, Field field, Field stored) {
    super(
        wanted.qualifiedName()
            + "."
            + field.name()
            + " is "
            + field.type()
            + " here but "
            + stored.type()
            + " in the chunk");
  }
}
