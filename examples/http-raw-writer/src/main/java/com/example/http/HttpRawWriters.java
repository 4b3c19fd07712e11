package com.example.http;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.api.spi.RawWriterFactory;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Makes raw writers for {@code http://host:8080/chunks?timeout=5s}. */
public final class HttpRawWriters implements RawWriterFactory {
  private static final Key<Duration> TIMEOUT =
      Key.duration(
          "timeout", Duration.ofSeconds(10), Duration.ofMillis(1), "How long a request may take.");

  @Override
  public String scheme() {
    return "http";
  }

  @Override
  public RawWriter newWriter(Endpoint endpoint, Platform platform) {
    return new HttpRawWriter(
        URI.create("http://" + endpoint.authority() + endpoint.path()),
        endpoint.options().get(TIMEOUT));
  }

  @Override
  public List<Key<?>> keys() {
    return List.of(TIMEOUT);
  }
}
