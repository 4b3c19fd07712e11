package dev.sluice.streams;

/**
 * A consumer cannot take a record. Thrown from {@link RecordConsumer#accept} it rejects this record
 * alone, as the {@link ErrorPolicy} says.
 */
public final class RecordRejectedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With a reason for people, in one line. */
  public RecordRejectedException(String reason) {
    super(reason);
  }

  /** Because of what its class or mapping threw. */
  RecordRejectedException(RuntimeException cause) {
    super(cause.toString(), cause);
  }
}
