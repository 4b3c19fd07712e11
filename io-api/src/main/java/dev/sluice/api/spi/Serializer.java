package dev.sluice.api.spi;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import java.util.List;

/**
 * Makes encoders for one container payload. Found by name with {@link java.util.ServiceLoader}.
 * Thread-safe.
 */
public interface Serializer {
  /** The name in configuration: {@code serializer=binary}. */
  String name();

  /**
   * The serializer id in chunk headers: 1 to 127 are given by the specification, 128 to 255 are
   * free to use.
   */
  int id();

  /**
   * An encoder for one pump.
   *
   * @param options the serializer's options; a wrong value is noted there
   */
  ChunkEncoder newEncoder(Options options);

  /** The options it reads, for the reference of all options. */
  default List<Key<?>> keys() {
    return List.of();
  }
}
