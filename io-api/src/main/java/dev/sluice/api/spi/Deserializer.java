package dev.sluice.api.spi;

/**
 * Factory of decoders for one payload. Found by the id in the chunk with {@link
 * java.util.ServiceLoader}. Thread-safe.
 */
public interface Deserializer {
  /** Returns the name of the {@link Serializer} whose chunks this decodes. */
  String name();

  /** Returns the serializer id in chunk headers. */
  int id();

  /** Returns a decoder for one thread. */
  ChunkDecoder newDecoder(DecodeLimits limits);
}
