package dev.sluice.streams;

import dev.sluice.api.chunk.DropCounts;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Adds up what several audits have seen. */
final class AuditMerge {
  private final SequenceSet sequences =
      new SequenceSet(new SequencePages.Budget(ProducerTable.MAX_PAGES));
  private long highest = -1;
  private String name;
  private long emitted;
  private long delivered;
  private long rejected;
  private DropCounts dropped = DropCounts.NONE;
  private long duplicates;
  private long conflicts;
  private boolean ended;

  private AuditMerge() {}

  static Audit of(List<Audit> audits) {
    Collection<List<ProducerAudit>> producers =
        audits.stream()
            .flatMap(audit -> audit.producers().stream())
            .collect(Collectors.groupingBy(ProducerAudit::id, TreeMap::new, Collectors.toList()))
            .values();
    return new Audit(
        audits.stream().mapToLong(Audit::chunks).sum(),
        audits.stream().mapToLong(Audit::records).sum(),
        audits.stream().mapToLong(Audit::damaged).sum(),
        audits.stream().mapToLong(Audit::skippedBytes).sum(),
        audits.stream().mapToLong(Audit::forgotten).sum(),
        producers.stream().map(AuditMerge::producer).toList());
  }

  private static ProducerAudit producer(List<ProducerAudit> parts) {
    AuditMerge sum = new AuditMerge();
    parts.forEach(sum::add);
    return new ProducerAudit(
        parts.get(0).id(),
        sum.name,
        sum.emitted,
        sum.delivered,
        sum.rejected,
        sum.dropped,
        sum.sequences.missing(),
        sum.sequences.unknown(),
        sum.duplicates,
        sum.conflicts,
        sum.ended,
        sum.sequences.toString());
  }

  private void add(ProducerAudit part) {
    SequenceSet had =
        SequenceSet.parse(part.sequences(), new SequencePages.Budget(ProducerTable.MAX_PAGES));
    if (had.highest() > highest) {
      highest = had.highest();
      ended = part.ended();
      name = part.name();
    }
    sequences.addAll(had);
    emitted = Math.max(emitted, part.emitted());
    delivered += part.delivered();
    rejected += part.rejected();
    dropped = dropped.max(part.dropped());
    duplicates += part.duplicates();
    conflicts += part.conflicts();
  }
}
