package dev.sluice.rawwriters.file;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.api.spi.RawWriterFactory;
import java.util.List;

/** Makes {@link FileRawWriter}s for {@code file:} URIs. Thread-safe. */
public final class FileRawWriterFactory implements RawWriterFactory {
  /** Called by {@link java.util.ServiceLoader}. */
  public FileRawWriterFactory() {}

  @Override
  public String scheme() {
    return "file";
  }

  @Override
  public String form() {
    return "file:DIRECTORY";
  }

  @Override
  public RawWriter newWriter(Endpoint endpoint, Platform platform) {
    return new FileRawWriter(FileSettings.of(endpoint), platform);
  }

  @Override
  public List<Key<?>> keys() {
    return FileSettings.KEYS;
  }
}
