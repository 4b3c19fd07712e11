package dev.sluice.support.wire;

import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.support.wire.Obstacle.Stage;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Explains a failure of Kafka's client and what to do. It knows the client's exceptions by name,
 * because this library is also used without the client. Any thread.
 */
public final class KafkaDiagnosis {
  /**
   * Maximum time in nanoseconds to ask the servers: the client has waited for seconds before, and
   * closing must not wait much longer.
   */
  private static final long PROBE_NANOS = 3_000_000_000L;

  private KafkaDiagnosis() {}

  /**
   * Returns the cause of a failure as a part of a sentence, in one line and without the values of
   * secrets; see {@link #obstacle}.
   */
  public static String of(KafkaAddress address, Throwable thrown) {
    return obstacle(address, thrown).toString();
  }

  /**
   * Returns the cause of a failure, in one line and without the values of secrets. If the client
   * only reports a timeout, the servers are asked, which takes at most 3 s.
   *
   * @param thrown what the client threw, or the cause of it
   */
  public static Obstacle obstacle(KafkaAddress address, Throwable thrown) {
    // "Failed to construct kafka producer" says nothing, its cause does.
    Throwable telling = thrown;
    while (telling.getCause() != null
        && String.valueOf(telling.getMessage()).matches("Failed to (construct|create) .*")) {
      telling = telling.getCause();
    }
    String said = address.redact(telling);
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      Obstacle known = known(address, cause, said);
      if (known != null) {
        return known;
      }
    }
    boolean late = thrown.getClass().getSimpleName().equals("TimeoutException");
    Obstacle found = late || said.contains("bootstrap") ? askServers(address) : null;
    return found == null ? new Obstacle(Stage.UNKNOWN, said, null) : found;
  }

  /**
   * Returns the reason why brokers do not answer a question that they can answer without the topic;
   * null if there is none. Takes at most 3 s.
   *
   * @param isPatient whether brokers may be busy: then that a server is silent does not count
   */
  public static Obstacle unanswered(KafkaAddress address, boolean isPatient) {
    Obstacle found = askServers(address);
    boolean isNone =
        found == null || found.stage() == Stage.TOPIC || isPatient && KafkaProbe.isSilence(found);
    return isNone ? null : found;
  }

  /** Returns the meaning of an exception; null if it adds nothing to its cause. */
  private static Obstacle known(KafkaAddress address, Throwable cause, String said) {
    return switch (cause.getClass().getSimpleName()) {
      case "UnknownTopicOrPartitionException" ->
          KafkaProbe.missing(address.servers(), address.topic());
      case "TopicAuthorizationException" ->
          rights("use the topic", "give it the ACLs 'Describe' and 'Write', or 'Read' to read");
      case "ClusterAuthorizationException" ->
          rights("do that", "give it the ACL 'IdempotentWrite' on the cluster");
      case "GroupAuthorizationException" ->
          rights("use the group", "give it the ACL 'Read' on the group");
      case "SslAuthenticationException" -> tls(address, TcpAddress.reason(cause));
      case "SaslAuthenticationException",
          "IllegalSaslStateException",
          "UnsupportedSaslMechanismException" ->
          new Obstacle(Stage.LOGIN, "the login failed: " + said, null);
      default -> null;
    };
  }

  private static Obstacle rights(String what, String cure) {
    return new Obstacle(Stage.RIGHTS, "its user may not " + what, cure);
  }

  private static Obstacle tls(KafkaAddress address, String said) {
    String what = null;
    String cure = null;
    if (said.contains("unable to find valid certification path")) {
      what = "the broker's certificate is not trusted";
      cure = "set kafka.ssl.truststore.location";
    } else if (said.contains("subject alternative") || said.contains("No name matching")) {
      what = "the broker's certificate is for another host name";
    } else if (said.contains("certificate_required") || said.contains("bad_certificate")) {
      what = "the broker does not take our certificate, or wants one";
      cure = "set kafka.ssl.keystore.location";
    }
    Obstacle found = what == null ? askServers(address) : new Obstacle(Stage.TLS, what, cure);
    return found == null
        ? new Obstacle(Stage.TLS, "TLS failed: " + said, null)
        : found.saying(said);
  }

  /** Returns the cause that the servers themselves report, or null. */
  private static Obstacle askServers(KafkaAddress address) {
    AtomicReference<Obstacle> found = new AtomicReference<>();
    try {
      // Resolving a name cannot be interrupted. Servers are asked in the machine's time alone.
      SystemPlatform.get()
          .run("sluice-kafka-probe", () -> found.set(KafkaProbe.obstacle(address)))
          .join(PROBE_NANOS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // then what the client said must do
    }
    return found.get();
  }
}
