package dev.sluice.support.wire;

/**
 * Why a medium cannot be used.
 *
 * @param stage how far one comes
 * @param what is wrong, a part of a sentence
 * @param cure what to do, or null where {@code what} says it
 */
public record Obstacle(Stage stage, String what, String cure) {
  /** What stands in the way; each presupposes those before. */
  public enum Stage {
    /** The name of a host. */
    NAME,
    /** The way to the host, and who listens there. */
    PORT,
    /** Encryption and certificates. */
    TLS,
    /** Who we are. */
    LOGIN,
    /** Where the chunks are. */
    TOPIC,
    /** What we may do with them. */
    RIGHTS,
    /** It is not known. */
    UNKNOWN
  }

  /** The same with what somebody said of it, in brackets at the end. */
  Obstacle saying(String said) {
    String more = " (" + said + ")";
    return cure == null
        ? new Obstacle(stage, what + more, null)
        : new Obstacle(stage, what, cure + more);
  }

  /** A part of a sentence. */
  @Override
  public String toString() {
    return cure == null ? what : what + "; " + cure;
  }
}
