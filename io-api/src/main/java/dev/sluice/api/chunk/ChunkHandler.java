package dev.sluice.api.chunk;

/** Told what a raw reader finds, in the order of the medium. */
public interface ChunkHandler {
  /** A chunk whose header and CRC are right. Its bytes are valid until this method returns. */
  void chunk(Chunk chunk, SourcePosition position);

  /** Bytes that are no chunk. They are valid until this method returns. */
  void damaged(Damage damage);

  /** All chunks of this poll were handed over; after the return they are acknowledged. */
  default void beforeAcknowledge() {}
}
