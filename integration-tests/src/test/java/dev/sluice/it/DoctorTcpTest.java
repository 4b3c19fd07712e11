package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rawreaders.tcp.TcpRawReader;
import dev.sluice.testkit.ChunkLog;
import dev.sluice.testkit.NettyLeaks;
import dev.sluice.testkit.RawPair;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.Warns;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Mistakes with readers that listen, made on purpose. */
@Tag("one-jdk")
@ExtendWith(NettyLeaks.class)
@Warns({
  "refuses the connection of",
  "refuses a connection",
  "all places are taken",
  "connection lost: ",
  "broke: "
})
class DoctorTcpTest {
  @TempDir private static Path directory;
  private static Certificates certificates;
  private static Path token;

  private TcpRawReader reader;

  @BeforeAll
  static void makes_certificates_and_a_token() throws Exception {
    certificates = new Certificates(directory);
    certificates.create("ca", "localhost");
    certificates.createSigned("reader", "localhost", "ca", "-validity 400");
    certificates.createSigned("expired", "localhost", "ca", "-startdate -9d -validity 5");
    certificates.createSigned("elsewhere", "elsewhere.example", "ca", "-validity 400");
    token = Files.writeString(directory.resolve("token"), "0123456789abcdef");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
  }

  @AfterEach
  void nothing_has_arrived() throws Exception {
    if (reader != null) {
      ChunkLog log = new ChunkLog();
      reader.poll(log, Duration.ofMillis(50));
      assertThat(log.chunks()).isEmpty();
      assertThat(log.damages()).isEmpty();
      reader.close();
    }
  }

  /** A reader with these options; the result is how a writer names it. */
  private String listening(String options) throws Exception {
    reader = (TcpRawReader) RawPair.reader("tcp://localhost:0?keep.alive=100ms" + options);
    return "tcp://localhost:" + reader.address().getPort() + "?";
  }

  private String withTls(String name) throws Exception {
    return listening("&tls=true" + certificates.shown(name)) + "tls=true";
  }

  @Test
  void all_is_well_with_a_reader_that_takes_this_program() throws Exception {
    String[] checks = {"options", "name", "port", "TLS", "reader", "token"};
    String open = listening("");
    Patient.sink(open + "delay=1s").isHealthy(checks);
    nothing_has_arrived();
    String guarded =
        listening(
            "&token.file="
                + token
                + "&tls=true"
                + certificates.shown("reader")
                + certificates.trusted("ca"));
    Patient.sink(
            guarded
                + "tls=true&token.file="
                + token
                + certificates.trusted("ca")
                + certificates.shown("reader"))
        .isHealthy("TLS", "token");
    Patient.source("tcp://:" + TcpPeers.freePort()).isHealthy("listen");
  }

  @Test
  void host_or_port_is_wrong() throws Exception {
    Patient.sink("tcp://no-such-host.invalid:9931")
        .stopsAt("name", "no host is known by the name", "correct the host");
    Patient.sink("tcp://localhost:" + TcpPeers.freePort())
        .stopsAt("port", "refuses connections", "start the server");
    try (HttpWords http = new HttpWords()) {
      Patient.sink("tcp://" + http.address())
          .stopsAt("reader", "is not a Sluice reader", "correct host and port");
    }
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Patient.sink("tcp://localhost:" + silent.getLocalPort())
          .stopsAt("reader", "takes connections and does not answer", "correct host and port");
    }
    String taken = listening("").replace("?", "");
    Patient.source(taken).stopsAt("listen", "Address already in use", "correct the URI");
  }

  @Test
  void tls_is_missing_or_certificates_do_not_fit() throws Exception {
    String tls = withTls("reader");
    Patient.sink(tls.replace("tls=true", "")).stopsAt("TLS", "speaks TLS", "set tls=true");
    Patient.sink(tls).stopsAt("TLS", "certification path", "set tls.trust=FILE");
    nothing_has_arrived();
    Patient.sink(withTls("expired") + certificates.trusted("ca"))
        .stopsAt("TLS", "expired on 20", "renew it");
    nothing_has_arrived();
    Patient.sink(withTls("elsewhere") + certificates.trusted("ca"))
        .stopsAt("TLS", "localhost", "name the host as");
    nothing_has_arrived();
    Patient.sink(listening("") + "tls=true")
        .stopsAt("TLS", "the reader does not use TLS", "remove tls=true");
    nothing_has_arrived();
    String mutual =
        listening("&tls=true" + certificates.shown("reader") + certificates.trusted("ca"));
    Patient.sink(mutual + "tls=true" + certificates.trusted("ca"))
        .stopsAt("reader", "", "set tls.certificate and tls.key");
  }

  @Test
  void token_is_missing_or_another() throws Exception {
    String guarded = listening("&token.file=" + token);
    Patient.sink(guarded + "delay=1s")
        .fails("token", "the reader requires a token, but none is configured", "token.file=FILE");
    Patient.sink(guarded + "token=another-one-of-them")
        .fails("token", "the token is not that of the reader", "token.file=FILE");
    nothing_has_arrived();
    Patient.sink(listening("") + "token.file=" + token)
        .fails("token", "the reader has no token", "remove 'token'");
  }
}
