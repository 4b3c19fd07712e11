package dev.sluice.collectors;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.api.spi.RawWriterFactory;

/** Found by the scheme {@code fake}. */
public final class FakeRawWriterFactory implements RawWriterFactory {
  static FakeRawWriter last;

  @Override
  public String scheme() {
    return "fake";
  }

  @Override
  public RawWriter newWriter(Endpoint endpoint, Platform platform) {
    endpoint.options().get(Key.text("fake.option", null, ""));
    last = new FakeRawWriter();
    return last;
  }
}
