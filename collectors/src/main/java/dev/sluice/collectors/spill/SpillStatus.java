package dev.sluice.collectors.spill;

import java.nio.file.Path;

/**
 * What lies in a spill directory.
 *
 * @param directory the directory
 * @param chunks chunks of this producer that are not delivered yet
 * @param bytes bytes of all chunks that are not delivered yet, adopted ones included
 * @param adoptedBytes of these the bytes that earlier producers left
 * @param adoptedChunks chunks of earlier producers that were delivered
 * @param damaged stretches of bytes in segments that were no chunks
 * @param problem why nothing is kept now, one line, or null
 */
public record SpillStatus(
    Path directory,
    long chunks,
    long bytes,
    long adoptedBytes,
    long adoptedChunks,
    long damaged,
    String problem) {}
