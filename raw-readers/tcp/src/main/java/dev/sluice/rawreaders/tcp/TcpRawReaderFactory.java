package dev.sluice.rawreaders.tcp;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.spi.RawReader;
import dev.sluice.api.spi.RawReaderFactory;
import java.io.IOException;
import java.util.List;

/**
 * Makes {@link TcpRawReader}s, which listen, for {@code tcp://host:9931}; {@code tcp://:9931}
 * listens on the loopback address, where programs of this machine alone reach it, {@code
 * tcp://0.0.0.0:9931} and {@code tcp://[::]:9931} on all addresses, and port 0 lets the system
 * choose one. Options:
 *
 * <ul>
 *   <li>{@code until=end}: the source ends when programs have delivered chunks and all of them have
 *       gone; {@code grace} (5s) is how long to wait then for one whose last chunk was not its
 *       producer's last, and for a first chunk of whoever is connected;
 *   <li>{@code memory} (64MiB): for chunks that wait or are arriving, see {@link TcpRawReader};
 *   <li>{@code connections} (256): at a time at most; then the oldest that has delivered no chunk
 *       gives way to a new one;
 *   <li>{@code stall.timeout} (30s): closes a connection that has delivered no chunk in that time,
 *       or on which one has begun and less than 1 KiB came; {@code chunk.timeout} (2min): and one
 *       on which a chunk takes longer in all. It is looked at with every {@code keep.alive};
 *   <li>{@code keep.alive} (5s): how often writers hear that the reader is there;
 *   <li>{@code tls=true} with {@code tls.certificate} and {@code tls.key}, files in PEM form;
 *       {@code tls.trust}: writers must show a certificate that those in this file vouch for. They
 *       are read again when they change;
 *   <li>{@code token} or {@code token.file}: writers must tell this secret.
 * </ul>
 */
public final class TcpRawReaderFactory implements RawReaderFactory {
  /** For {@link java.util.ServiceLoader}. */
  public TcpRawReaderFactory() {}

  @Override
  public String scheme() {
    return "tcp";
  }

  /**
   * Listens at once, so that writers can connect before the first poll.
   *
   * @throws dev.sluice.api.config.ConfigurationException if there is a mistake in the options,
   *     because no port is taken then
   */
  @Override
  public RawReader newReader(Endpoint endpoint) throws IOException {
    TcpReaderSettings settings = TcpReaderSettings.of(endpoint);
    endpoint.options().finish();
    return TcpRawReader.listen(settings);
  }

  @Override
  public List<Key<?>> keys() {
    return TcpReaderSettings.KEYS;
  }
}
