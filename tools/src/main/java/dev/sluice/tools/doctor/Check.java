package dev.sluice.tools.doctor;

import dev.sluice.support.wire.Obstacle;
import java.util.Locale;

/**
 * What was found out about one thing.
 *
 * @param name the thing: {@code topic}
 * @param outcome how it stands
 * @param what is so, one human-readable line
 * @param cure what to do, or null where nothing is to be done
 */
public record Check(String name, Outcome outcome, String what, String cure) {
  /** How it stands. */
  public enum Outcome {
    /** As it should be. */
    OK,
    /** It works and may not stay so, or loses what could be kept. */
    WARNING,
    /** Records do not arrive. */
    FAILED,
    /** It is not known; {@code what} says why. */
    NOT_CHECKED;

    /** The word for it: {@code not checked}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  static Check ok(String what) {
    return new Check("", Outcome.OK, what, null);
  }

  static Check warning(String what, String cure) {
    return new Check("", Outcome.WARNING, what, cure);
  }

  static Check failed(String what, String cure) {
    return new Check("", Outcome.FAILED, what, cure);
  }

  static Check notChecked(String why) {
    return new Check("", Outcome.NOT_CHECKED, why, null);
  }

  /** What stands in the way; where the words for it have no cure, the usual one. */
  static Check failed(Obstacle obstacle) {
    String cure =
        switch (obstacle.stage()) {
          case NAME -> "correct the host's name in the URI, or let this machine's DNS know it";
          case PORT -> "correct host and port in the URI; start the server, or open the firewall";
          case TLS -> "correct tls.… or kafka.ssl.…, or renew the certificate";
          case LOGIN ->
              "correct kafka.security.protocol, kafka.sasl.mechanism, user and password in"
                  + " kafka.sasl.jaas.config";
          case TOPIC -> "correct the topic in the URI, or create it";
          case RIGHTS -> "give its user the ACLs that it needs";
          case UNKNOWN -> "the server's log may say more";
        };
    return failed(obstacle.what(), obstacle.cure() == null ? cure : obstacle.cure());
  }

  Check named(String newName) {
    return new Check(newName, outcome, what, cure);
  }
}
