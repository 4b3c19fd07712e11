package dev.sluice.streams;

import dev.sluice.api.chunk.DropCounts;

/**
 * What arrived of one producer and what is missing.
 *
 * @param id 16 hexadecimal digits
 * @param name its name, or null
 * @param emitted records emitted up to the newest chunk, as its header tells
 * @param delivered records delivered, with those before a restart if positions are kept
 * @param dropped records dropped up to the newest chunk, as its header tells
 * @param gaps chunks missing before the newest; a late one is no gap any more
 * @param duplicates chunks that came again and were left out
 * @param ended whether the newest chunk is the producer's last
 */
public record ProducerAudit(
    String id,
    String name,
    long emitted,
    long delivered,
    DropCounts dropped,
    long gaps,
    long duplicates,
    boolean ended) {
  /** Whether the producer ended, with no gap and no drop. */
  public boolean complete() {
    return ended && gaps == 0 && dropped.total() == 0;
  }

  /** Whether every emitted record was delivered or dropped; so without gap and damage. */
  public boolean balanced() {
    return emitted == delivered + dropped.total();
  }
}
