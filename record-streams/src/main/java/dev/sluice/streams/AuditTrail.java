package dev.sluice.streams;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Keeps the account of all producers, within the bounds of {@link ProducerTable}. Thread-safe. */
final class AuditTrail {
  private final ProducerTable producers;
  private final Checksums checksums = new Checksums();
  private long chunks;
  private long records;
  private long damaged;
  private long skippedBytes;

  /** Goes on from positions, or from an audit if there is one. */
  AuditTrail(int maxProducers, List<Position> positions, Audit before) {
    producers = new ProducerTable(maxProducers, positions);
    if (before != null) {
      producers.restore(before);
      chunks = before.chunks();
      records = before.records();
      damaged = before.damaged();
      skippedBytes = before.skippedBytes();
    }
  }

  /**
   * Whether a chunk was delivered before, as far as is known. One with other bytes than the one
   * delivered was not.
   */
  synchronized boolean isDelivered(Chunk chunk) {
    ProducerState producer = producers.find(chunk.accounting().producerId());
    return producer != null && producer.isKnown(chunk.accounting()) && !checksums.contradict(chunk);
  }

  /** The same; a repetition is counted. */
  synchronized boolean isRepeated(Chunk chunk) {
    if (!isDelivered(chunk)) {
      return false;
    }
    Accounting accounting = chunk.accounting();
    ProducerState producer = producers.find(accounting.producerId());
    producer.repeated(accounting);
    producers.file(accounting.producerId(), producer);
    return true;
  }

  /**
   * A chunk was delivered, except for {@code rejected} records of it that could not be read. The
   * result is what it shows to be lost, or null.
   */
  synchronized Loss delivered(Chunk chunk, int recordCount, int rejected) {
    Accounting accounting = chunk.accounting();
    chunks++;
    records += recordCount;
    checksums.remember(chunk);
    ProducerState producer = producers.findOrCreate(accounting.producerId());
    Loss loss = producer.delivered(accounting, recordCount, rejected);
    producers.file(accounting.producerId(), producer);
    return loss;
  }

  /** What of a chunk was handed over before, or null. */
  synchronized Position.Part partOf(Chunk chunk) {
    ProducerState producer = producers.find(chunk.accounting().producerId());
    return producer == null ? null : producer.partOf(chunk.accounting());
  }

  /** The first records of a chunk were handed over, and the next ones are not for now. */
  synchronized void handledPart(Chunk chunk, Position.Part part) {
    long id = chunk.accounting().producerId();
    ProducerState producer = producers.findOrCreate(id);
    producer.handledPart(part);
    producers.file(id, producer);
  }

  synchronized void damaged(long bytes) {
    damaged++;
    skippedBytes += bytes;
  }

  synchronized Audit snapshot() {
    List<ProducerAudit> audits =
        producers
            .all()
            .map(Map.Entry::getValue)
            .filter(ProducerState::isPresent)
            .map(ProducerState::audit)
            .sorted(Comparator.comparing(ProducerAudit::id))
            .toList();
    return new Audit(chunks, records, damaged, skippedBytes, producers.forgotten(), audits);
  }

  synchronized List<Position> positions() {
    return producers.all().map(entry -> entry.getValue().position(entry.getKey())).toList();
  }
}
