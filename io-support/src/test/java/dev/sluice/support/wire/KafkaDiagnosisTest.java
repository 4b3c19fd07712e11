package dev.sluice.support.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exceptions named as those of Kafka's client, which this library does not know. */
class KafkaDiagnosisTest {
  private static final KafkaAddress ADDRESS = new KafkaAddress("a b:1", "events", Map.of());

  private static class Named extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Named(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private static final class UnknownTopicOrPartitionException extends Named {
    private static final long serialVersionUID = 1L;

    UnknownTopicOrPartitionException() {
      super("no such topic", null);
    }
  }

  private static final class TopicAuthorizationException extends Named {
    private static final long serialVersionUID = 1L;

    TopicAuthorizationException() {
      super("not you", null);
    }
  }

  private static final class ClusterAuthorizationException extends Named {
    private static final long serialVersionUID = 1L;

    ClusterAuthorizationException() {
      super("not you", null);
    }
  }

  private static final class GroupAuthorizationException extends Named {
    private static final long serialVersionUID = 1L;

    GroupAuthorizationException() {
      super("not you", null);
    }
  }

  private static final class SaslAuthenticationException extends Named {
    private static final long serialVersionUID = 1L;

    SaslAuthenticationException() {
      super("wrong password", null);
    }
  }

  private static final class SslAuthenticationException extends Named {
    private static final long serialVersionUID = 1L;

    SslAuthenticationException(String why) {
      super("SSL handshake failed", new IOException(why));
    }
  }

  private static final class TimeoutException extends Named {
    private static final long serialVersionUID = 1L;

    TimeoutException() {
      super("60000 ms are over", null);
    }
  }

  private static String of(Throwable thrown) {
    return KafkaDiagnosis.of(ADDRESS, thrown);
  }

  @Test
  void what_the_client_knows_is_said_with_its_cure() {
    assertThat(of(new UnknownTopicOrPartitionException()))
        .startsWith(
            "there is no topic 'events', and the broker creates none by itself; create it: 'sluice topic ");
    assertThat(of(new TopicAuthorizationException())).contains("give it the ACLs 'Describe'");
    assertThat(of(new ClusterAuthorizationException())).contains("the ACL 'IdempotentWrite'");
    assertThat(of(new GroupAuthorizationException())).contains("the ACL 'Read' on the group");
    assertThat(of(new SaslAuthenticationException())).isEqualTo("the login failed: wrong password");
    assertThat(of(new IOException("torn", new GroupAuthorizationException())))
        .as("a cause may say more")
        .contains("the ACL 'Read' on the group");
  }

  @Test
  void a_failure_to_construct_the_client_is_told_by_its_cause() {
    Exception cause = new IllegalStateException("no such file");

    assertThat(of(new Named("Failed to construct kafka producer", cause)))
        .isEqualTo("no such file");
    assertThat(of(new Named("Something else", cause))).isEqualTo("Something else");
    assertThat(of(new Named("Failed to", null))).isEqualTo("Failed to");
  }

  @ParameterizedTest
  @CsvSource({
    "unable to find valid certification path, the broker's certificate is not trusted;",
    "No subject alternative names present, the broker's certificate is for another host name (",
    "Received fatal alert: certificate_required, the broker does not take our certificate",
    "Received fatal alert: bad_certificate, the broker does not take our certificate",
    "No name matching localhost found, the broker's certificate is for another host name (",
  })
  void a_certificate_that_is_refused_is_told_with_the_reason(String why, String said) {
    assertThat(of(new SslAuthenticationException(why)))
        .startsWith(said)
        .contains("(SSL handshake failed (" + why + "))");
  }

  @Test
  void what_the_client_does_not_know_is_found_out_by_asking_the_server() throws Exception {
    String found = "'a b:1' is no HOST:PORT";
    assertThat(of(new TimeoutException())).isEqualTo(found);
    assertThat(of(new Named("No resolvable bootstrap urls", null))).isEqualTo(found);
    assertThat(of(new SslAuthenticationException("reset")))
        .isEqualTo(found + " (SSL handshake failed (reset))");
    assertThat(of(new Named("late", null))).isEqualTo("late");
  }

  @Test
  void a_server_that_answers_as_it_should_leaves_what_the_client_said() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            connection -> {
              connection.getInputStream().readNBytes(50);
              connection.getOutputStream().write(0x15);
            })) {
      KafkaAddress tls =
          new KafkaAddress(server.address(), "events", Map.of("security.protocol", "SSL"));
      assertThat(KafkaDiagnosis.of(tls, new TimeoutException())).isEqualTo("60000 ms are over");
      assertThat(KafkaDiagnosis.of(tls, new SslAuthenticationException("reset")))
          .isEqualTo("TLS failed: SSL handshake failed (reset)");
    }
  }

  @Test
  void an_interrupt_leaves_what_the_client_said_and_stays() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    try (ScriptedServer silent =
        new ScriptedServer(
            connection -> {
              try {
                over.await();
              } catch (InterruptedException e) {
                throw new InterruptedIOException();
              }
            })) {
      Thread.currentThread().interrupt();

      String told =
          KafkaDiagnosis.of(
              new KafkaAddress(silent.address(), "events", Map.of()), new TimeoutException());

      assertThat(Thread.interrupted()).isTrue();
      assertThat(told).isEqualTo("60000 ms are over");
    } finally {
      over.countDown();
    }
  }
}
