package dev.sluice.api.chunk;

/** Thrown for bytes that are no valid chunk. The one exception that bad bytes end in. */
public final class MalformedChunkException extends Exception {
  private static final long serialVersionUID = 1L;

  private final long position;
  private final String reason;

  /**
   * Creates the exception for a position in bytes from the chunk's start.
   *
   * @param position where, in bytes from the chunk's start
   * @param reason what is wrong, without the position
   */
  public MalformedChunkException(long position, String reason) {
    this(position, reason, null);
  }

  /** Creates the exception with the exception that caused it. */
  public MalformedChunkException(long position, String reason, Throwable cause) {
    super(reason + " (at byte " + position + " of the chunk)", cause);
    this.position = position;
    this.reason = reason;
  }

  /** Returns the position of the fault, in bytes from the chunk's start. */
  public long position() {
    return position;
  }

  /** Returns the description of the fault, without the position. */
  public String reason() {
    return reason;
  }
}
