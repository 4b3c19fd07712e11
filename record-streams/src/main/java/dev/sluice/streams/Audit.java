package dev.sluice.streams;

import dev.sluice.api.chunk.DropCounts;
import java.util.List;

/**
 * Counts of what arrived through a record stream and of what is missing, at one moment.
 *
 * @param chunks chunks delivered, without duplicates
 * @param records records delivered, and those left out by {@link RecordStreamBuilder#since} and
 *     {@link RecordStreamBuilder#until}
 * @param damaged damaged stretches, chunks that could not be decoded, and ranges of offsets that a
 *     topic lost before they were read
 * @param skippedBytes bytes of all of them but the lost ranges, whose length is unknown
 * @param forgotten how often a producer was forgotten because there were more than {@link
 *     RecordStreamBuilder#maxProducers} allows; its chunks may be delivered again, unnoticed
 * @param producers one for each producer that a chunk came of and that was not forgotten, by id
 */
public record Audit(
    long chunks,
    long records,
    long damaged,
    long skippedBytes,
    long forgotten,
    List<ProducerAudit> producers) {
  /**
   * Returns whether there was a producer, all producers are {@link ProducerAudit#complete}, nothing
   * was damaged and no producer forgotten.
   */
  public boolean complete() {
    return damaged == 0
        && forgotten == 0
        && !producers.isEmpty()
        && producers.stream().allMatch(ProducerAudit::complete);
  }

  /** Returns the number of records of all producers that could not be read. */
  public long rejected() {
    return producers.stream().mapToLong(ProducerAudit::rejected).reduce(0, DropCounts::sum);
  }

  /**
   * Returns one audit for several streams that read a source together, as the members of a Kafka
   * group do: each audit alone misses the chunks that the other streams had. A chunk that two of
   * them delivered is a conflict, since nobody can tell whether both had the same bytes, and the
   * result is not {@link #complete}.
   */
  public static Audit merge(List<Audit> audits) {
    return AuditMerge.of(audits);
  }

  /**
   * Returns the audit as one JSON object in one line of ASCII, with the fields of this record and
   * {@link #complete}.
   */
  public String toJson() {
    return AuditJson.of(this);
  }
}
