package dev.sluice.api.spi;

import dev.sluice.api.chunk.ChunkLayout;

/**
 * What a decoder accepts at most; a chunk beyond it is malformed. The defaults are the format's own
 * limits, each may be lowered.
 *
 * @param maxChunkBytes bytes of a chunk as stored
 * @param maxRawBytes bytes of a body after decompression
 * @param maxRecords records of a chunk
 * @param maxTypes record types of a chunk
 * @param maxStrings strings of a chunk's table
 */
public record DecodeLimits(
    int maxChunkBytes, int maxRawBytes, int maxRecords, int maxTypes, int maxStrings) {
  /** The format's own limits. */
  public static final DecodeLimits FORMAT =
      new DecodeLimits(
          ChunkLayout.MAX_CHUNK_BYTES,
          ChunkLayout.MAX_RAW_BYTES,
          ChunkLayout.MAX_RECORDS,
          1024,
          65_536);
}
