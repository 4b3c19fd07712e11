package dev.sluice.api.spi;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.platform.Platform;
import java.util.List;

/** Makes the raw writers of one URI scheme. Found with {@link java.util.ServiceLoader}. */
public interface RawWriterFactory {
  /** The scheme, lower case: {@code file}. */
  String scheme();

  /** How a URI looks, for help texts: {@code file:DIRECTORY}. */
  default String form() {
    return scheme() + ":…";
  }

  /**
   * A raw writer. Opens no connection. Reads its options from {@link Endpoint#options()}, where
   * wrong values are noted; the caller reports them all at once.
   *
   * @param platform where it takes time, chance, threads and files from
   */
  RawWriter newWriter(Endpoint endpoint, Platform platform);

  /** The options it reads, for the reference of all options. */
  default List<Key<?>> keys() {
    return List.of();
  }
}
