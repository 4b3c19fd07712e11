package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.CompletionLog;
import dev.sluice.testkit.RawPair;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What is said when a topic cannot be written to: each cause in its own words, with its cure. */
@Tag("one-jdk")
@Tag("full")
@ExtendWith(SharedBroker.class)
class KafkaWordsTest {
  private static final String TLS = "&kafka.security.protocol=SSL";

  @TempDir Path directory;

  private final ChunkFactory factory = new ChunkFactory(1, "words");
  private final CompletionLog completions = new CompletionLog();

  private static String login(String user, String password) {
    return "&kafka.security.protocol=SASL_PLAINTEXT&kafka.sasl.mechanism=PLAIN"
        + "&kafka.sasl.jaas.config="
        + Logins.LOGIN
        + "username=\"%s\" password=\"%s\";".formatted(user, password);
  }

  /**
   * Why a write is refused, as far as it is not said of all alike: the message behind the that is
   * refused.
   */
  private String refusal(String servers, String options) {
    String wait = options.contains("max.block") ? "" : "&kafka.max.block.ms=1500";
    RawWriter writer = RawPair.writer("kafka://" + servers + "/t?" + (wait + options).substring(1));
    Throwable thrown = catchThrowable(() -> writer.write(factory.next(), completions));
    writer.close(Duration.ofSeconds(1));
    assertThat(thrown).isInstanceOf(IOException.class);
    return thrown.getMessage().replaceFirst("topic t at \\S+ does not take chunks now: ", "");
  }

  @Test
  void a_server_that_is_no_broker_or_has_no_topic(KafkaBroker broker) throws Exception {
    assertThat(refusal("no-such-host.invalid:9092", ""))
        .isEqualTo("no host is known by the name 'no-such-host.invalid'");
    String nobody = "localhost:" + TcpPeers.freePort();
    assertThat(refusal(nobody, ""))
        .isEqualTo(nobody + " refuses connections: nothing listens there");
    ExecutorService other = Executors.newSingleThreadExecutor();
    try (ServerSocket http = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      other.submit(
          () -> {
            while (true) {
              try (Socket socket = http.accept()) {
                socket.getInputStream().read(new byte[10]);
                socket
                    .getOutputStream()
                    .write("HTTP/1.1 400 Bad".getBytes(StandardCharsets.US_ASCII));
              }
            }
          });
      String server = "localhost:" + http.getLocalPort();
      assertThat(refusal(server, "")).isEqualTo(server + " is no Kafka broker");
      assertThat(refusal(server, TLS)).startsWith(server + " is no Kafka broker");
    } finally {
      other.shutdownNow();
    }
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String server = "localhost:" + silent.getLocalPort();
      assertThat(refusal(server, "")).isEqualTo(server + " takes connections and does not answer");
    }
    String server = broker.bootstrapServers();
    assertThat(refusal(server, ""))
        .startsWith(
            "there is no topic 't', and the broker creates none by itself; create it: 'sluice topic ");
    assertThat(refusal(server, TLS))
        .startsWith(server + " speaks no TLS; set kafka.security.protocol=PLAINTEXT");
    assertThat(refusal(server, login("u", "p")))
        .startsWith("the login failed: Unexpected handshake request");
  }

  @Test
  void tls_that_is_missing_or_not_trusted() throws Exception {
    Certificates certificates = new Certificates(directory);
    certificates.create("broker", "localhost");
    certificates.create("other", "localhost");
    try (KafkaBroker broker =
        KafkaBroker.start(
            directory.resolve("data"),
            0,
            Map.of(
                "listener.security.protocol.map",
                "PLAINTEXT:SSL,CONTROLLER:PLAINTEXT",
                "ssl.keystore.location",
                directory.resolve("broker.p12").toString(),
                "ssl.keystore.type",
                "PKCS12",
                "ssl.keystore.password",
                "not-a-secret",
                "ssl.truststore.location",
                certificates.certificate("broker").toString(),
                "ssl.truststore.type",
                "PEM",
                "ssl.endpoint.identification.algorithm",
                ""))) {
      String servers = "localhost:" + broker.port();
      assertThat(refusal(servers, ""))
          .isEqualTo(
              servers + " speaks TLS; set kafka.security.protocol=SSL, or SASL_SSL with a login");
      assertThat(refusal(servers, TLS))
          .startsWith("the broker's certificate is not trusted; set kafka.ssl.truststore.location");
      String trust = TLS + "&kafka.ssl.truststore.type=PEM&kafka.ssl.truststore.location=";
      assertThat(refusal(servers, trust + certificates.certificate("other")))
          .startsWith("the broker's certificate is not trusted");
      assertThat(refusal("127.0.0.1:" + broker.port(), trust + certificates.certificate("broker")))
          .startsWith("the broker's certificate is for another host name");
    }
  }

  @Test
  void a_login_that_is_missing_wrong_or_without_rights() throws Exception {
    try (KafkaBroker broker = Logins.start(directory.resolve("data"))) {
      String servers = "localhost:" + broker.port();
      assertThat(refusal(servers, ""))
          .isEqualTo(
              servers
                  + " wants a login; set kafka.security.protocol=SASL_PLAINTEXT and a mechanism");
      assertThat(refusal(servers, login("shop", "wrong")))
          .isEqualTo("the login failed: Authentication failed: Invalid username or password");
      assertThat(refusal(servers, login("shop", "right")))
          .startsWith("its user may not use the topic; give it the ACLs 'Describe' and 'Write'");
      assertThat(refusal(servers, login("admin", "a") + "&kafka.max.block.ms=6000"))
          .startsWith(
              "there is no topic 't', and the broker creates none by itself; create it: 'sluice topic ");
    }
    assertThat(completions.count(Outcome.ACKNOWLEDGED)).isZero();
  }
}
