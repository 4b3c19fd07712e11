package dev.sluice.rawwriters.tcp;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.api.spi.RawWriterFactory;
import java.util.List;

/** Makes {@link TcpRawWriter}s for {@code tcp://host:9931}; {@link #keys} are its options. */
public final class TcpRawWriterFactory implements RawWriterFactory {
  /** Called by {@link java.util.ServiceLoader}. */
  public TcpRawWriterFactory() {}

  @Override
  public String scheme() {
    return "tcp";
  }

  @Override
  public String form() {
    return "tcp://HOST:PORT";
  }

  /** Returns a writer; reads the TLS files, opens no connection. */
  @Override
  public RawWriter newWriter(Endpoint endpoint, Platform platform) {
    return new TcpRawWriter(TcpWriterSettings.of(endpoint), platform);
  }

  @Override
  public List<Key<?>> keys() {
    return TcpWriterSettings.KEYS;
  }
}
