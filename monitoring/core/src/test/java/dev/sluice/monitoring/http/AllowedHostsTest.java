package dev.sluice.monitoring.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedHostsTest {
  private final AllowedHosts hosts = new AllowedHosts("Build-7.lan");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:9933",
        "127.0.0.1:1",
        "[::1]:80",
        "10.1.2.3",
        "build-7.LAN"
      })
  void addresses_and_our_names_are_allowed(String host) {
    assertThat(hosts.allows(host)).isTrue();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "1.2.3.4.5",
        "[evil]",
        "::1",
        "localhost:x"
      })
  void names_that_anybody_may_have_are_not(String host) {
    assertThat(hosts.allows(host)).isFalse();
  }
}
