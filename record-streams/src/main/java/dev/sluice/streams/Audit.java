package dev.sluice.streams;

import java.util.List;

/**
 * What arrived through a record stream and what is missing, at one moment.
 *
 * @param chunks chunks delivered, without duplicates
 * @param records records delivered
 * @param damaged damaged stretches and chunks that could not be decoded
 * @param skippedBytes bytes of all of them
 * @param complete whether there was a producer, and every one ended, with no gap, no damage and no
 *     drop
 * @param producers one for each producer that a chunk came of, by id; of the last 4096 to be heard
 *     of
 */
public record Audit(
    long chunks,
    long records,
    long damaged,
    long skippedBytes,
    boolean complete,
    List<ProducerAudit> producers) {}
