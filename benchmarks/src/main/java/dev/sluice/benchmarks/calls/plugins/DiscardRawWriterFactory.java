package dev.sluice.benchmarks.calls.plugins;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.api.spi.RawWriterFactory;
import java.nio.file.Path;

/** Makes {@link DiscardRawWriter}s for {@code discard:FILE}. Thread-safe. */
public final class DiscardRawWriterFactory implements RawWriterFactory {
  /** For {@link java.util.ServiceLoader}. */
  public DiscardRawWriterFactory() {}

  @Override
  public String scheme() {
    return "discard";
  }

  @Override
  public RawWriter newWriter(Endpoint endpoint, Platform platform) {
    return new DiscardRawWriter(Path.of(endpoint.path()));
  }
}
