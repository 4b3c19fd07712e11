package dev.sluice.rawwriters.tcp;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.api.spi.RawWriterFactory;
import java.util.List;

/**
 * Makes {@link TcpRawWriter}s for {@code tcp://host:9931}. Options:
 *
 * <ul>
 *   <li>{@code window.chunks} (256) and {@code window.bytes} (4MiB): what may wait for answers;
 *   <li>{@code max.chunk.bytes} (16MiB): the largest chunk;
 *   <li>{@code connect.timeout} (3s): for a connection, and for its TLS handshake;
 *   <li>{@code ack.timeout} (15s): silence after which the reader is taken for dead; a reader says
 *       something every 5 s;
 *   <li>{@code backoff.min} (50ms) and {@code backoff.max} (5s): pauses between attempts to
 *       connect, doubled each time, half to all of it at random;
 *   <li>{@code tls=true} with {@code tls.trust}, a PEM file of whom to trust, by default whom the
 *       JDK trusts; {@code tls.verify.hostname} (true); {@code tls.certificate} and {@code
 *       tls.key}, PEM files, for readers that ask writers for a certificate. They are read again
 *       when they change;
 *   <li>{@code token} or {@code token.file}: a secret to tell readers that ask for it.
 * </ul>
 */
public final class TcpRawWriterFactory implements RawWriterFactory {
  /** For {@link java.util.ServiceLoader}. */
  public TcpRawWriterFactory() {}

  @Override
  public String scheme() {
    return "tcp";
  }

  /** Reads the TLS files, opens no connection. */
  @Override
  public RawWriter newWriter(Endpoint endpoint) {
    return new TcpRawWriter(TcpWriterSettings.of(endpoint));
  }

  @Override
  public List<Key<?>> keys() {
    return TcpWriterSettings.KEYS;
  }
}
