package dev.sluice.collectors.chunking;

/**
 * Limits at which a chunk closes.
 *
 * @param records records of a chunk, at least 1
 * @param bytes bytes of a chunk, header included
 * @param delayNanos age of its first row, at least 1
 */
public record ChunkLimits(int records, int bytes, long delayNanos) {}
