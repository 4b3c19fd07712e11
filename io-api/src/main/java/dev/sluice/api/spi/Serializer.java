package dev.sluice.api.spi;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import java.util.List;

/**
 * Factory of encoders for one payload. Found by name with {@link java.util.ServiceLoader}.
 * Thread-safe.
 */
public interface Serializer {
  /** Returns the serializer's name in the configuration, as in {@code serializer=binary}. */
  String name();

  /**
   * Returns the serializer id in chunk headers: 1 to 127 are given by the specification, 128 to 255
   * are free to use.
   */
  int id();

  /**
   * Returns an encoder for one pump.
   *
   * @param options the serializer's options; a wrong value is noted there
   */
  ChunkEncoder newEncoder(Options options);

  /** Returns the options that the serializer reads, for the reference of all options. */
  default List<Key<?>> keys() {
    return List.of();
  }
}
