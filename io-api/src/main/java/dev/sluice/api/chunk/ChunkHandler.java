package dev.sluice.api.chunk;

/** Receives what a raw reader finds, in the order of the medium. */
public interface ChunkHandler {
  /**
   * Receives a chunk whose header and CRC are right. Its bytes are valid until this method returns.
   */
  void chunk(Chunk chunk, SourcePosition position);

  /**
   * Receives a report about bytes that are no valid chunk. They are valid until this method
   * returns.
   */
  void damaged(Damage damage);

  /**
   * Reports that everything up to this position was delivered or holds no chunk. The reader may
   * choose the name of the partition; a later run gets the position back where positions are kept.
   * A negative offset means that the partition is another one than before, and its offsets begin
   * again.
   */
  default void reached(SourcePosition position) {}

  /**
   * Reports that all chunks of this poll were delivered; they are acknowledged after this method
   * returns.
   */
  default void beforeAcknowledge() {}
}
