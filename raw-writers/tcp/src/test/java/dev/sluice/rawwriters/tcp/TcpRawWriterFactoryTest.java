package dev.sluice.rawwriters.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.testkit.RawPair;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TcpRawWriterFactoryTest {
  @Test
  void writer_is_found_by_its_scheme_and_shows_its_address_only() {
    RawWriter writer = RawPair.writer("tcp://host:9931?window.chunks=7");
    assertThat(writer).isInstanceOf(TcpRawWriter.class);
    assertThat(writer).hasToString("TCP raw writer to tcp://host:9931");
    assertThat(writer.maxChunkBytes()).isEqualTo(16 << 20);
    writer.close(Duration.ZERO);
  }

  @Test
  void options_are_read() {
    Endpoint endpoint =
        Endpoint.parse(
            "tcp://[::1]:1?window.chunks=7&window.bytes=1MiB&max.chunk.bytes=64KiB&connect.timeout=1s"
                + "&ack.timeout=2s&backoff.min=3ms&backoff.max=4ms");
    TcpWriterSettings settings = TcpWriterSettings.of(endpoint);
    endpoint.options().finish();
    assertThat(settings)
        .isEqualTo(
            new TcpWriterSettings(
                settings.address(),
                null,
                65_536,
                7,
                1 << 20,
                Duration.ofSeconds(1),
                Duration.ofSeconds(2),
                Duration.ofMillis(3),
                Duration.ofMillis(4)));
  }

  @Test
  void all_mistakes_are_told_at_once_with_the_nearest_key() {
    assertThatThrownBy(
            () -> RawPair.writer("tcp://host:0?window.chunk=7&backoff.max=5&tls.key=private.pem"))
        .isInstanceOfSatisfying(
            ConfigurationException.class, e -> assertThat(e.problems()).hasSize(5))
        .hasMessageContainingAll(
            "did you mean 'window.chunks'?",
            "'backoff.max' must be a time with its unit",
            "'tls.key' needs tls=true",
            "'tls.certificate' and 'tls.key' go together",
            "port 0, where nobody listens");
  }
}
