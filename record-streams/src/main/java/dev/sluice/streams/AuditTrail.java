package dev.sluice.streams;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.support.KeyedHash;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** Accounting of all producers, within the bounds of {@link ProducerTable}. Thread-safe. */
final class AuditTrail {
  private final ProducerTable producers;
  private final Fingerprints fingerprints;
  private final boolean rangesTrusted;
  private long chunks;
  private long records;
  private long damaged;
  private long skippedBytes;

  /**
   * Continues from positions.
   *
   * @param rangesTrusted whether what a range covers, and what cannot be compared any more, is
   *     taken as delivered
   * @param chance where the key of fingerprints comes from if the positions have none
   */
  AuditTrail(int maxProducers, boolean rangesTrusted, Positions before, LongSupplier chance) {
    this.rangesTrusted = rangesTrusted;
    producers = new ProducerTable(maxProducers, before);
    fingerprints = new Fingerprints(before.hashKey(), before.fingerprints(), chance);
    chunks = before.audit().chunks();
    records = before.audit().records();
    damaged = before.audit().damaged();
    skippedBytes = before.audit().skippedBytes();
  }

  /**
   * Returns whether a chunk with exactly these bytes was delivered before, as far as is known.
   *
   * @param handled whether all chunks at its place in the source were handled, so that its sequence
   *     is enough if its bytes are not remembered
   */
  synchronized boolean isDelivered(Chunk chunk, boolean handled) {
    Accounting accounting = chunk.accounting();
    ProducerState producer = producers.find(accounting.producerId());
    if (producer == null || !producer.isKnown(accounting)) {
      return false;
    }
    return isBeyondBytes(accounting) || fingerprints.isSame(chunk, rangesTrusted || handled);
  }

  /**
   * Returns whether a trusted range has other bytes than the chunks that it replaces, and the same
   * accounting.
   */
  private boolean isBeyondBytes(Accounting accounting) {
    return rangesTrusted && accounting.isRange();
  }

  /**
   * Returns whether a chunk with exactly these bytes was delivered before; counts the repetition.
   */
  synchronized boolean isRepeated(Chunk chunk) {
    if (!isDelivered(chunk, false)) {
      return false;
    }
    Accounting accounting = chunk.accounting();
    ProducerState producer = producers.find(accounting.producerId());
    producer.repeated(accounting);
    producers.file(accounting.producerId(), producer);
    return true;
  }

  /**
   * Notes that a chunk was delivered, except for {@code rejected} records of it that could not be
   * read. Returns the loss that it shows, or null.
   */
  Loss delivered(Chunk chunk, int recordCount, int rejected) {
    // Several threads may hash at a time.
    boolean isCompared = !isBeyondBytes(chunk.accounting());
    return delivered(chunk, isCompared ? fingerprints.of(chunk) : null, recordCount, rejected);
  }

  private synchronized Loss delivered(
      Chunk chunk, KeyedHash.Value fingerprint, int recordCount, int rejected) {
    Accounting accounting = chunk.accounting();
    chunks++;
    records += recordCount;
    ProducerState producer = producers.findOrCreate(accounting.producerId());
    if (fingerprint != null) {
      fingerprints.remember(chunk, fingerprint);
      producer.noteOtherThanBegun(accounting, fingerprint);
    }
    Loss loss = producer.delivered(accounting, recordCount, rejected);
    producers.file(accounting.producerId(), producer);
    return loss;
  }

  /** Returns the part of a chunk that was delivered before, or null. */
  synchronized Positions.Begun begunOf(Chunk chunk) {
    Positions.Begun begun = begun(chunk);
    boolean isOfChunk =
        begun != null
            && begun.sequence() == chunk.accounting().sequence()
            && begun.fingerprint().equals(fingerprint(chunk));
    return isOfChunk ? begun : null;
  }

  /**
   * Returns whether a part of this chunk can be remembered: one part is kept for each producer, and
   * the part of another chunk would be forgotten.
   */
  synchronized boolean isDivisible(Chunk chunk) {
    return begun(chunk) == null || begunOf(chunk) != null;
  }

  /** Returns the fingerprint of a chunk for {@link Positions.Begun}. Any thread. */
  String fingerprint(Chunk chunk) {
    return fingerprints.of(chunk).toString();
  }

  private Positions.Begun begun(Chunk chunk) {
    ProducerState producer = producers.find(chunk.accounting().producerId());
    return producer == null ? null : producer.begun();
  }

  /** Notes that the first records of a chunk were delivered, and the next ones are not for now. */
  synchronized void noteBegun(Chunk chunk, Positions.Begun begun) {
    producers.noteBegun(chunk.accounting().producerId(), begun);
  }

  synchronized void damaged(long bytes) {
    damaged++;
    skippedBytes += Math.max(0, bytes);
  }

  /** Returns the number of conflicts of a producer so far; 0 if the producer is not known. */
  synchronized long conflicts(long producerId) {
    ProducerState producer = producers.find(producerId);
    return producer == null ? 0 : producer.conflicts();
  }

  synchronized boolean isDamaged() {
    return damaged > 0;
  }

  synchronized Audit snapshot() {
    return audit(audits().sorted(Comparator.comparing(ProducerAudit::id)));
  }

  private Stream<ProducerAudit> audits() {
    return producers
        .all()
        .map(Map.Entry::getValue)
        .filter(ProducerState::isPresent)
        .map(ProducerState::audit);
  }

  private Audit audit(Stream<ProducerAudit> audits) {
    return new Audit(
        chunks, records, damaged, skippedBytes, producers.forgotten(), audits.toList());
  }

  synchronized Positions positions(Map<String, Long> offsets) {
    Map<Long, Positions.Begun> begun = new LinkedHashMap<>();
    producers
        .all()
        .filter(producer -> producer.getValue().begun() != null)
        .forEach(producer -> begun.put(producer.getKey(), producer.getValue().begun()));
    return new Positions(audit(audits()), offsets, begun, fingerprints.texts(), fingerprints.key());
  }
}
