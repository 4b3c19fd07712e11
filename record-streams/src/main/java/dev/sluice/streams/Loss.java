package dev.sluice.streams;

import dev.sluice.api.chunk.DropCounts;

/**
 * Loss that a delivered chunk reveals before it.
 *
 * @param producer id of its producer: 16 hexadecimal digits
 * @param producerName the name of that, or null
 * @param sequence of the chunk
 * @param missing how many chunks did not come between it and the newest one before it, or from the
 *     producer's first on; they may still come late, which the {@link Audit} tells
 * @param dropped records that the producer dropped since the newest chunk before it, by cause
 */
public record Loss(
    String producer, String producerName, long sequence, long missing, DropCounts dropped) {}
