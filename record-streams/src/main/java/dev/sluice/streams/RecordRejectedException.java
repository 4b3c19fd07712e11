package dev.sluice.streams;

/**
 * Thrown by a consumer that cannot take a record. Thrown from {@link RecordConsumer#accept}, it
 * rejects this record alone, as the {@link ErrorPolicy} says.
 */
public final class RecordRejectedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception with a reason for people, in one line. */
  public RecordRejectedException(String reason) {
    super(reason);
  }

  /** Creates the exception for what the record's class or the mapping threw. */
  RecordRejectedException(RuntimeException cause) {
    super(cause.toString(), cause);
  }
}
