package dev.sluice.api.spi;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.platform.Platform;
import java.util.List;

/** Factory of raw writers for one URI scheme. Found with {@link java.util.ServiceLoader}. */
public interface RawWriterFactory {
  /** Returns the scheme in lower case, as in {@code file}. */
  String scheme();

  /** Returns the form of a URI for help texts, as in {@code file:DIRECTORY}. */
  default String form() {
    return scheme() + ":…";
  }

  /**
   * Returns a raw writer. Opens no connection. Reads its options from {@link Endpoint#options()},
   * where wrong values are noted; the caller reports them all at once.
   *
   * @param platform where it takes time, chance, threads and files from
   */
  RawWriter newWriter(Endpoint endpoint, Platform platform);

  /** Returns the options that the raw writer reads, for the reference of all options. */
  default List<Key<?>> keys() {
    return List.of();
  }
}
