package dev.sluice.api.spi;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.platform.Platform;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Factory of raw readers for one URI scheme. Found with {@link java.util.ServiceLoader}. */
public interface RawReaderFactory {
  /** Returns the scheme in lower case, as in {@code file}. */
  String scheme();

  /** Returns the form of a URI for help texts, as in {@code file:PATH}. */
  default String form() {
    return scheme() + ":…";
  }

  /**
   * Returns a raw reader. Reads its options from {@link Endpoint#options()}, where wrong values are
   * noted; the caller reports them all at once before it polls.
   *
   * @param platform where it takes time, chance, threads and files from
   * @throws IOException if the source does not exist or cannot be read; the message is one
   *     human-readable line
   */
  RawReader newReader(Endpoint endpoint, Platform platform) throws IOException;

  /**
   * Returns a raw reader of a source that was read before. If its positions show that chunks were
   * deleted in the meantime, it reports them as damage.
   *
   * @param handledBefore by partition, the last offset that was handled or that the reader passed
   *     to {@link dev.sluice.api.chunk.ChunkHandler#reached}
   * @throws IOException as {@link #newReader(Endpoint, Platform)}
   */
  default RawReader newReader(Endpoint endpoint, Platform platform, Map<String, Long> handledBefore)
      throws IOException {
    return newReader(endpoint, platform);
  }

  /** Returns the options that the raw reader reads, for the reference of all options. */
  default List<Key<?>> keys() {
    return List.of();
  }
}
