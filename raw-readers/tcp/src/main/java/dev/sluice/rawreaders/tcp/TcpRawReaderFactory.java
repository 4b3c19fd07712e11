package dev.sluice.rawreaders.tcp;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.RawReader;
import dev.sluice.api.spi.RawReaderFactory;
import java.io.IOException;
import java.util.List;

/**
 * Makes {@link TcpRawReader}s, which listen, for {@code tcp://host:9931}; {@code tcp://:9931}
 * listens on the loopback address, where programs of this machine alone reach it, {@code
 * tcp://0.0.0.0:9931} and {@code tcp://[::]:9931} on all addresses, and port 0 lets the system
 * choose one. {@link #keys} are its options.
 */
public final class TcpRawReaderFactory implements RawReaderFactory {
  /** Called by {@link java.util.ServiceLoader}. */
  public TcpRawReaderFactory() {}

  @Override
  public String scheme() {
    return "tcp";
  }

  @Override
  public String form() {
    return "tcp://HOST:PORT";
  }

  /**
   * Returns a reader that listens immediately, so that writers can connect before the first poll.
   *
   * @throws dev.sluice.api.config.ConfigurationException if there is a mistake in the options,
   *     because no port is taken then
   */
  @Override
  public RawReader newReader(Endpoint endpoint, Platform platform) throws IOException {
    TcpReaderSettings settings = TcpReaderSettings.of(endpoint);
    endpoint.options().finish();
    return TcpRawReader.listen(settings, platform);
  }

  @Override
  public List<Key<?>> keys() {
    return TcpReaderSettings.KEYS;
  }
}
