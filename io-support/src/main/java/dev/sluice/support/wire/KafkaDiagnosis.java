package dev.sluice.support.wire;

import dev.sluice.support.platform.SystemPlatform;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Says in words what a failure of Kafka's client means and what to do. It knows the client's
 * exceptions by name, because this library is used without the client as well. Any thread.
 */
public final class KafkaDiagnosis {
  /** The client has waited for seconds before; whoever is closed must not wait much longer. */
  private static final long PROBE_NANOS = 3_000_000_000L;

  private KafkaDiagnosis() {}

  /**
   * A part of a sentence, in one line and without the values of secrets. If the client only says
   * that time was over, the servers are asked, which takes at most 3 s.
   *
   * @param thrown what the client threw, or the cause of it
   */
  public static String of(KafkaAddress address, Throwable thrown) {
    // "Failed to construct kafka producer" says nothing, its cause does.
    boolean wraps = thrown.getCause() != null && thrown.getMessage().startsWith("Failed to");
    String said = address.redact(wraps ? thrown.getCause() : thrown);
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      String known = known(address, cause, said);
      if (known != null) {
        return known;
      }
    }
    boolean late = thrown.getClass().getSimpleName().equals("TimeoutException");
    return late || said.contains("bootstrap") ? found(address, said) : said;
  }

  /** What such an exception means; null if it says no more than its cause. */
  private static String known(KafkaAddress address, Throwable cause, String said) {
    return switch (cause.getClass().getSimpleName()) {
      case "UnknownTopicOrPartitionException" -> KafkaProbe.missing(address.topic());
      case "TopicAuthorizationException" ->
          "its user may not use the topic; give it the ACLs 'Describe' and 'Write', or"
              + " 'Read' to read";
      case "ClusterAuthorizationException" ->
          "its user may not do that; give it the ACL 'IdempotentWrite' on the cluster";
      case "GroupAuthorizationException" ->
          "its user may not use the group; give it the ACL 'Read' on the group";
      case "SslAuthenticationException" -> tls(address, TcpAddress.reason(cause));
      case "SaslAuthenticationException",
          "IllegalSaslStateException",
          "UnsupportedSaslMechanismException" ->
          "the login failed: " + said;
      default -> null;
    };
  }

  private static String tls(KafkaAddress address, String said) {
    if (said.contains("unable to find valid certification path")) {
      return "the broker's certificate is not trusted; set kafka.ssl.truststore.location ("
          + said
          + ")";
    }
    if (said.contains("subject alternative") || said.contains("No name matching")) {
      return "the broker's certificate is for another host name (" + said + ")";
    }
    String found = found(address, null);
    return found == null ? "TLS failed: " + said : found + " (" + said + ")";
  }

  /** What is found out by asking the servers, else that other text. */
  private static String found(KafkaAddress address, String other) {
    AtomicReference<String> found = new AtomicReference<>();
    try {
      // Resolving a name cannot be interrupted. Servers are asked in the machine's time alone.
      SystemPlatform.get()
          .run("sluice-kafka-probe", () -> found.set(KafkaProbe.reason(address)))
          .join(PROBE_NANOS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // then what the client said must do
    }
    return found.get() == null ? other : found.get();
  }
}
