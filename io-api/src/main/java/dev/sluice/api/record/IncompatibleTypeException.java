package dev.sluice.api.record;

/** A field was stored with a type that cannot be read as the type a program knows. */
public final class IncompatibleTypeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says which field has which types. */
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
