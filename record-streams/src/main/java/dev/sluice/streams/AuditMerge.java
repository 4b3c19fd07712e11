package dev.sluice.streams;

import dev.sluice.api.chunk.DropCounts;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Merges several audits into one. */
final class AuditMerge {
  private AuditMerge() {}

  static Audit of(List<Audit> audits) {
    Collection<List<ProducerAudit>> producers =
        audits.stream()
            .flatMap(audit -> audit.producers().stream())
            .collect(Collectors.groupingBy(ProducerAudit::id, TreeMap::new, Collectors.toList()))
            .values();
    return new Audit(
        sum(audits, Audit::chunks),
        sum(audits, Audit::records),
        sum(audits, Audit::damaged),
        sum(audits, Audit::skippedBytes),
        sum(audits, Audit::forgotten),
        producers.stream().map(AuditMerge::producer).toList());
  }

  /**
   * Returns one audit of a producer from several; the name and the end are those of the newest.
   * Chunks that two of them had are counted as conflicts, because it is unknown whether they were
   * equal.
   */
  private static ProducerAudit producer(List<ProducerAudit> parts) {
    SequenceSet all = new SequenceSet(newBudget());
    DropCounts dropped = DropCounts.NONE;
    ProducerAudit newest = null;
    long highest = -1;
    long conflicts = sum(parts, ProducerAudit::conflicts);
    for (ProducerAudit part : parts) {
      SequenceSet sequences = SequenceSet.parse(part.sequences(), newBudget());
      if (sequences.highest() > highest) {
        highest = sequences.highest();
        newest = part;
      }
      conflicts = DropCounts.sum(conflicts, all.shared(sequences));
      all.addAll(sequences);
      dropped = dropped.max(part.dropped());
    }
    return new ProducerAudit(
        newest.id(),
        newest.name(),
        parts.stream().mapToLong(ProducerAudit::emitted).max().getAsLong(),
        sum(parts, ProducerAudit::delivered),
        sum(parts, ProducerAudit::rejected),
        dropped,
        all.missing(),
        all.unknown(),
        sum(parts, ProducerAudit::duplicates),
        conflicts,
        newest.ended(),
        all.toString());
  }

  private static <T> long sum(List<T> parts, ToLongFunction<T> figure) {
    return parts.stream().mapToLong(figure).sum();
  }

  private static SequenceBitmap.Budget newBudget() {
    return new SequenceBitmap.Budget(ProducerTable.MAX_PAGES);
  }
}
