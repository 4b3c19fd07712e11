package dev.sluice.api.chunk;

/** Told what a raw reader finds, in the order of the medium. */
public interface ChunkHandler {
  /** A chunk whose header and CRC are right. Its bytes are valid until this method returns. */
  void chunk(Chunk chunk, SourcePosition position);

  /** Bytes that are no chunk. They are valid until this method returns. */
  void damaged(Damage damage);

  /**
   * Everything up to this position was handed over or holds no chunk. The reader may choose the
   * name of the partition; a later run gets the position back where positions are kept. A negative
   * offset means that the partition is another one than before, and its offsets begin again.
   */
  default void reached(SourcePosition position) {}

  /** All chunks of this poll were handed over; after the return they are acknowledged. */
  default void beforeAcknowledge() {}
}
