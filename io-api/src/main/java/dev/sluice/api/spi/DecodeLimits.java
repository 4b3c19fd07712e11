package dev.sluice.api.spi;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;

/**
 * Limits of what a decoder accepts; a chunk beyond them is malformed. The defaults are the format's
 * own limits, and each may be lowered.
 *
 * @param maxChunkBytes bytes of a chunk as stored
 * @param maxRawBytes bytes of a body after decompression
 * @param maxRecords records of a chunk
 * @param maxTypes record types of a chunk
 * @param maxStrings strings of a chunk's table
 */
public record DecodeLimits(
    int maxChunkBytes, int maxRawBytes, int maxRecords, int maxTypes, int maxStrings) {
  /** Maximum number of record types in a chunk. */
  public static final int MAX_TYPES = 1024;

  /** Maximum number of strings in a chunk's table. */
  public static final int MAX_STRINGS = 65_536;

  /** The format's own limits. */
  public static final DecodeLimits FORMAT =
      new DecodeLimits(
          ChunkLayout.MAX_CHUNK_BYTES,
          ChunkLayout.MAX_RAW_BYTES,
          ChunkLayout.MAX_RECORDS,
          MAX_TYPES,
          MAX_STRINGS);

  /**
   * Checks a chunk's header against the limits.
   *
   * @throws MalformedChunkException if the chunk's bytes, raw bytes or records exceed these limits
   */
  public void check(Chunk chunk) throws MalformedChunkException {
    check("chunk bytes", chunk.length(), maxChunkBytes);
    check("raw bytes", chunk.header().rawLength(), maxRawBytes);
    check("records", chunk.header().recordCount(), maxRecords);
  }

  private static void check(String what, int value, int max) throws MalformedChunkException {
    if (value > max) {
      throw new MalformedChunkException(8, value + " " + what + " exceed the limit of " + max);
    }
  }
}
