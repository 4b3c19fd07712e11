package dev.sluice.api.spi;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.DropCounts;

/**
 * Counts of the records of one producer, by their fate. At every quiescent point (nobody emits,
 * {@code flush} or {@code close} returned) {@link #balanced()} holds.
 *
 * @param producerId the producer
 * @param producerName its name, or null
 * @param emitted records handed to the collector
 * @param acknowledged records that arrived
 * @param unconfirmed records that were sent without an answer
 * @param pending records in the ring, in a batch or in a chunk on its way
 * @param spilled records in a spill directory; after the collector was closed a later producer
 *     sends them
 * @param dropped records lost, by cause
 * @param chunks chunks sealed
 * @param bytes bytes of all sealed chunks
 */
public record CollectorReport(
    long producerId,
    String producerName,
    long emitted,
    long acknowledged,
    long unconfirmed,
    long pending,
    long spilled,
    DropCounts dropped,
    long chunks,
    long bytes) {
  /** Returns the producer id as tools print it: 16 lower-case hexadecimal digits. */
  public String producer() {
    return Accounting.of(producerId).producer();
  }

  /** Returns the record's text, with {@link #producer} in place of the number. */
  @Override
  public String toString() {
    return "CollectorReport[producerId=%s, producerName=%s, emitted=%d, acknowledged=%d, unconfirmed=%d, "
            .formatted(producer(), producerName, emitted, acknowledged, unconfirmed)
        + "pending=%d, spilled=%d, dropped=%s, chunks=%d, bytes=%d]"
            .formatted(pending, spilled, dropped, chunks, bytes);
  }

  /**
   * Returns whether the accounting identity holds: every emitted record is in exactly one place.
   */
  public boolean balanced() {
    return emitted == acknowledged + unconfirmed + pending + spilled + dropped.total();
  }
}
