package dev.sluice.support.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TcpAddressTest {
  @ParameterizedTest
  @CsvSource({
    "tcp://host:9931, host, 9931, tcp://host:9931",
    "tcp://host:9931/, host, 9931, tcp://host:9931",
    "tcp://10.0.0.7:1, 10.0.0.7, 1, tcp://10.0.0.7:1",
    "tcp://[::1]:9931, ::1, 9931, tcp://[::1]:9931",
    "tcp://[fe80::1%eth0]:65535, fe80::1%eth0, 65535, tcp://[fe80::1%eth0]:65535",
    "tcp://:0, '', 0, tcp://:0"
  })
  void host_and_port_are_read(String uri, String host, int port, String text) {
    TcpAddress address = of(uri);
    assertThat(address.host()).isEqualTo(host);
    assertThat(address.port()).isEqualTo(port);
    assertThat(address.tls()).isNull();
    assertThat(address).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tcp://host",
        "tcp:host:1",
        "tcp://::1:9931",
        "tcp://host:65536",
        "tcp://host:-1",
        "tcp://[]:1",
        "tcp://user@host:1",
        "tcp://a:1,b:1"
      })
  void what_names_no_host_and_port_is_refused_with_an_example(String uri) {
    assertThatThrownBy(() -> of(uri))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("names no host and port", "tcp://host:9931", "tcp://[::1]:9931");
  }

  @Test
  void a_refused_address_is_one_of_this_machine() {
    assertThat(TcpAddress.of(Endpoint.parse("tcp://host")))
        .isEqualTo(new TcpAddress("localhost", TcpAddress.EXAMPLE_PORT, null, null));
  }

  @Test
  void files_that_are_given_are_opened_and_what_cannot_be_is_named(@TempDir Path directory)
      throws Exception {
    Path there = Files.writeString(directory.resolve("ca.pem"), "certificate");
    Path none = directory.resolve("none");
    assertThat(new TcpAddress.Tls(there, null, none, true).files()).containsExactly(there, none);
    try (InputStream in = TcpAddress.Tls.open(there)) {
      assertThat(in).hasContent("certificate");
    }
    assertThatThrownBy(() -> TcpAddress.Tls.open(none))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("'" + none + "' cannot be read: ");
  }

  @Test
  void files_for_tls_are_read() {
    TcpAddress address =
        of("tcp://h:1?tls=true&tls.trust=ca.pem&tls.certificate=c.pem&tls.key=k.pem");
    assertThat(address.tls())
        .isEqualTo(new TcpAddress.Tls(Path.of("ca.pem"), Path.of("c.pem"), Path.of("k.pem"), true));
    assertThat(of("tcp://h:1?tls=true&tls.verify.hostname=false").tls())
        .isEqualTo(new TcpAddress.Tls(null, null, null, false));
  }

  @Test
  void all_mistakes_are_told_at_once() {
    assertThatThrownBy(() -> of("tcp://h:1/topic?tls.key=secret.pem&tls.trsut=ca.pem"))
        .isInstanceOfSatisfying(
            ConfigurationException.class, e -> assertThat(e.problems()).hasSize(4))
        .hasMessageContainingAll(
            "'tcp://h:1/topic' has a path",
            "option 'tls.key' needs tls=true",
            "'tls.certificate' and 'tls.key' go together",
            "unknown option 'tls.trsut'; did you mean 'tls.trust'?");
  }

  private static TcpAddress of(String uri) {
    Endpoint endpoint = Endpoint.parse(uri);
    TcpAddress address = TcpAddress.of(endpoint);
    endpoint.options().finish();
    return address;
  }
}
