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
    NAME("correct the host's name in the URI, or let this machine's DNS know it"),
    /** The way to the host, and who listens there. */
    PORT("correct host and port in the URI; start the server, or open the firewall"),
    /** Encryption and certificates. */
    TLS("correct tls.… or kafka.ssl.…, or renew the certificate"),
    /** Who we are. */
    LOGIN(
        "correct kafka.security.protocol, kafka.sasl.mechanism, user and password in"
            + " kafka.sasl.jaas.config"),
    /** Where the chunks are. */
    TOPIC("correct the topic in the URI, or create it"),
    /** What we may do with them. */
    RIGHTS("give its user the ACLs that it needs"),
    /** It is not known. */
    UNKNOWN("the server's log may say more");

    private final String cure;

    Stage(String cure) {
      this.cure = cure;
    }

    /** Returns what to do where nothing better is known. */
    public String cure() {
      return cure;
    }
  }

  /** The same with what somebody said of it, in brackets at the end. */
  Obstacle saying(String said) {
    String more = " (" + said + ")";
    return cure == null
        ? new Obstacle(stage, what + more, null)
        : new Obstacle(stage, what, cure + more);
  }

  /** Returns a part of a sentence. */
  @Override
  public String toString() {
    return cure == null ? what : what + "; " + cure;
  }
}
