package dev.sluice.streams;

import dev.sluice.api.chunk.DropCounts;

/**
 * Counts of what arrived from one producer and of what is missing.
 *
 * @param id 16 hexadecimal digits
 * @param name its name, or null
 * @param emitted records emitted so far, as the chunk's headers tell
 * @param delivered records delivered or left out by {@link RecordStreamBuilder#since} and {@link
 *     RecordStreamBuilder#until}, with those before a restart if positions are kept
 * @param rejected records left out because they could not be read, see {@link ErrorPolicy}
 * @param dropped records dropped so far, as the chunk's headers tell
 * @param gaps chunks missing before the newest; a late one is no gap any more
 * @param unknown sequence numbers of which the audit has given up to know whether their chunks
 *     came, because more than two million chunks came out of order; such a chunk is delivered,
 *     perhaps again
 * @param duplicates chunks that came again and were left out
 * @param conflicts chunks that came with other bytes under the same sequence, which were delivered
 *     as well, or with totals that contradict those of other chunks: the producer's id is used
 *     twice, or somebody forges chunks
 * @param ended whether the newest chunk is the producer's last
 * @param sequences the chunks delivered: ranges of their sequences, or bits where ranges are many
 */
public record ProducerAudit(
    String id,
    String name,
    long emitted,
    long delivered,
    long rejected,
    DropCounts dropped,
    long gaps,
    long unknown,
    long duplicates,
    long conflicts,
    boolean ended,
    String sequences) {
  /**
   * Returns whether the producer ended, with no gap, no unknown chunk, no conflict, no rejected and
   * no dropped record, and all records that it emitted were delivered.
   */
  public boolean complete() {
    return ended
        && gaps == 0
        && unknown == 0
        && conflicts == 0
        && rejected == 0
        && dropped.total() == 0
        && balanced();
  }

  /**
   * Returns whether every emitted record was delivered, rejected or dropped, which means that there
   * is no gap and no damage.
   */
  public boolean balanced() {
    return unaccounted() == 0;
  }

  /**
   * Returns the number of emitted records that were neither delivered nor rejected nor dropped;
   * negative if more were than the producer says it emitted.
   */
  public long unaccounted() {
    return emitted - DropCounts.sum(DropCounts.sum(delivered, rejected), dropped.total());
  }
}
