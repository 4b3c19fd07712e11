package dev.sluice.api.chunk;

/** Bytes that are no valid chunk. The one exception that bad bytes end in. */
public final class MalformedChunkException extends Exception {
  private static final long serialVersionUID = 1L;

  private final long position;
  private final String reason;

  /**
   * Creates the exception.
   *
   * @param position where, in bytes from the chunk's start
   * @param reason what is wrong, without the position
   */
  public MalformedChunkException(long position, String reason) {
    this(position, reason, null);
  }

  /** The same, because of what was thrown meanwhile. */
  public MalformedChunkException(long position, String reason, Throwable cause) {
    super(reason + " (at byte " + position + " of the chunk)", cause);
    this.position = position;
    this.reason = reason;
  }

  /** Where, in bytes from the chunk's start. */
  public long position() {
    return position;
  }

  /** What is wrong, without the position. */
  public String reason() {
    return reason;
  }
}
