package dev.sluice.streams;

/** A record could not be read as the type a consumer wants. */
final class MappingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MappingException(RuntimeException cause) {
    super(cause.toString(), cause);
  }
}
