package dev.sluice.streams;

import dev.sluice.api.chunk.Accounting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps the account of all producers, at most {@link #MAX_PRODUCERS}; beyond, the one that was
 * silent for longest is forgotten, and if it was incomplete the stream never counts as complete
 * again. Thread-safe.
 */
final class AuditTrail {
  /** Most producers; with ranges of sequences to the limit they take 128 MiB, normally 1 MiB. */
  static final int MAX_PRODUCERS = 4096;

  private final Map<Long, ProducerState> producers = new LinkedHashMap<>(16, 0.75f, true);
  private long chunks;
  private long records;
  private long damaged;
  private long skippedBytes;
  private boolean forgotIncomplete;

  AuditTrail(List<Position> positions) {
    positions.forEach(p -> producers.put(p.producerId(), new ProducerState(p)));
  }

  /** Whether a chunk was delivered before. */
  synchronized boolean isKnown(Accounting accounting) {
    ProducerState producer = producers.get(accounting.producerId());
    return producer != null && producer.isKnown(accounting);
  }

  synchronized void delivered(Accounting accounting, int recordCount) {
    chunks++;
    records += recordCount;
    producers
        .computeIfAbsent(accounting.producerId(), id -> new ProducerState())
        .delivered(accounting, recordCount);
    if (producers.size() > MAX_PRODUCERS) {
      forgetOldest();
    }
  }

  synchronized void damaged(long bytes) {
    damaged++;
    skippedBytes += bytes;
  }

  synchronized Audit snapshot() {
    List<ProducerAudit> audits =
        producers.values().stream()
            .filter(ProducerState::isPresent)
            .map(ProducerState::audit)
            .sorted(Comparator.comparing(ProducerAudit::id))
            .toList();
    boolean complete =
        damaged == 0
            && !forgotIncomplete
            && !audits.isEmpty()
            && audits.stream().allMatch(ProducerAudit::complete);
    return new Audit(chunks, records, damaged, skippedBytes, complete, audits);
  }

  synchronized List<Position> positions() {
    List<Position> positions = new ArrayList<>(producers.size());
    producers.forEach((id, state) -> positions.add(state.position(id)));
    return positions;
  }

  private void forgetOldest() {
    var oldest = producers.values().iterator();
    ProducerState forgotten = oldest.next();
    oldest.remove();
    forgotIncomplete |= forgotten.isPresent() && !forgotten.audit().complete();
  }
}
