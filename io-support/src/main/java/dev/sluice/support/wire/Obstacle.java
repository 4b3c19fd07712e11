package dev.sluice.support.wire;

/**
 * Reason why a medium cannot be used, with what to do.
 *
 * @param stage how far one comes
 * @param what is wrong, a part of a sentence
 * @param cure what to do, or null where {@code what} says it
 */
public record Obstacle(Stage stage, String what, String cure) {
  /** Stage of a connection that fails; each requires the stages before it. */
  public enum Stage {
    /** The host's name is resolved. */
    NAME("correct the host's name in the URI, or let this machine's DNS know it"),
    /** The host is reached, and a server listens on the port. */
    PORT("correct host and port in the URI; start the server, or open the firewall"),
    /** The connection is encrypted, and certificates are checked. */
    TLS("correct tls.… or kafka.ssl.…, or renew the certificate"),
    /** The client logs in. */
    LOGIN(
        "correct kafka.security.protocol, kafka.sasl.mechanism, user and password in"
            + " kafka.sasl.jaas.config"),
    /** The topic is found. */
    TOPIC("correct the topic in the URI, or create it"),
    /** The user is authorized for the topic. */
    RIGHTS("give its user the ACLs that it needs"),
    /** The stage is unknown. */
    UNKNOWN("the server's log may say more");

    private final String cure;

    Stage(String cure) {
      this.cure = cure;
    }

    /** Returns what to do if nothing more specific is known. */
    public String cure() {
      return cure;
    }
  }

  /** Returns this obstacle with a message of the server or client in brackets at the end. */
  Obstacle saying(String said) {
    String more = " (" + said + ")";
    return cure == null
        ? new Obstacle(stage, what + more, null)
        : new Obstacle(stage, what, cure + more);
  }

  /** Returns the reason as a part of a sentence. */
  @Override
  public String toString() {
    return cure == null ? what : what + "; " + cure;
  }
}
