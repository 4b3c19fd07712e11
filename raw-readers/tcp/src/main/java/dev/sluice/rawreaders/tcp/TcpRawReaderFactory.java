package dev.sluice.rawreaders.tcp;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.spi.RawReader;
import dev.sluice.api.spi.RawReaderFactory;
import java.io.IOException;
import java.util.List;

/**
 * Makes {@link TcpRawReader}s, which listen, for {@code tcp://host:9931}; {@code tcp://:9931}
 * listens on all addresses of this machine, and port 0 lets the system choose one. Options:
 *
 * <ul>
 *   <li>{@code until=end}: the source ends when writers have come and all have gone; {@code grace}
 *       (5s) is how long to wait then for one whose last chunk was not its producer's last;
 *   <li>{@code memory} (64MiB): for chunks that wait or are arriving, see {@link TcpRawReader};
 *   <li>{@code connections} (256): at a time at most;
 *   <li>{@code stall.timeout} (30s): closes a connection on which a chunk has begun and less than 1
 *       KiB came in that time;
 *   <li>{@code keep.alive} (5s): how often writers hear that the reader is there;
 *   <li>{@code tls=true} with {@code tls.certificate} and {@code tls.key}, files in PEM form;
 *       {@code tls.trust}: writers must show a certificate that those in this file vouch for.
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
