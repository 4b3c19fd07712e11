package dev.sluice.api.spi;

/**
 * Makes decoders for one container payload. Found by the id in the chunk with {@link
 * java.util.ServiceLoader}. Thread-safe.
 */
public interface Deserializer {
  /** The name of the {@link Serializer} whose chunks this decodes. */
  String name();

  /** The serializer id in chunk headers. */
  int id();

  /** A decoder for one thread. */
  ChunkDecoder newDecoder(DecodeLimits limits);
}
