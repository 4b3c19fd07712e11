package dev.sluice.tools.watch;

import dev.sluice.api.chunk.DropCounts;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.tools.recordings.JsonObject;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Rates and known losses of producers. For one thread. */
final class ProducerView {
  private static final int MAX_PRODUCERS = 100;

  private Map<String, Long> before = Map.of();
  private Map<String, Long> perSecond = Map.of();

  /** Sets the state before the first snapshot, which does not count for the rates. */
  void began(Audit audit) {
    before =
        audit.producers().stream()
            .collect(Collectors.toMap(ProducerAudit::id, ProducerAudit::delivered));
  }

  /** Updates the view from an audit, the given time after the one before. */
  void update(Audit audit, long nanos) {
    Map<String, Long> rates = new HashMap<>();
    for (ProducerAudit producer : audit.producers()) {
      long more = producer.delivered() - before.getOrDefault(producer.id(), 0L);
      rates.put(producer.id(), Math.round(Math.max(0, more) * 1e9 / Math.max(1, nanos)));
    }
    began(audit);
    perSecond = rates;
  }

  /**
   * Puts the audit and the most interesting producers: those that lost something, then those at
   * work.
   *
   * @param verdict the audit in words
   * @param losses when they lost it; null if that is not known
   */
  void put(Audit audit, String verdict, LossList losses, JsonObject json) {
    List<ProducerAudit> all = audit.producers();
    json.put(
            "audit",
            new JsonObject()
                .put("complete", audit.complete())
                .put("verdict", verdict)
                .put("chunks", audit.chunks())
                .put("damaged", audit.damaged())
                .put("skippedBytes", audit.skippedBytes())
                .put("producers", all.size())
                .put("ended", all.stream().filter(ProducerAudit::ended).count())
                .put("forgotten", audit.forgotten())
                .put("emitted", sum(all, ProducerAudit::emitted))
                .put("missing", sum(all, ProducerAudit::gaps))
                .put("unknown", sum(all, ProducerAudit::unknown))
                .put("duplicates", sum(all, ProducerAudit::duplicates))
                .put("conflicts", sum(all, ProducerAudit::conflicts))
                .put("rejected", sum(all, ProducerAudit::rejected))
                .put("dropped", dropped(audit)))
        .put(
            "producers",
            all.stream()
                .sorted(
                    Comparator.comparing(ProducerView::isWhole)
                        .thenComparing(producer -> -rate(producer))
                        .thenComparing(ProducerAudit::complete)
                        .thenComparing(ProducerAudit::id))
                .limit(MAX_PRODUCERS)
                .map(producer -> json(producer, losses))
                .toList());
  }

  /** Records that producers dropped, by cause. */
  static Map<String, Long> dropped(Audit audit) {
    Map<String, Long> dropped = new TreeMap<>();
    for (ProducerAudit producer : audit.producers()) {
      producer
          .dropped()
          .byLabel()
          .forEach((cause, count) -> dropped.merge(cause, count, DropCounts::sum));
    }
    return dropped;
  }

  private static boolean isWhole(ProducerAudit producer) {
    return producer.gaps() == 0 && producer.dropped().total() == 0;
  }

  private JsonObject json(ProducerAudit producer, LossList losses) {
    return new JsonObject()
        .put("id", producer.id())
        .put("name", LossList.line(producer.name()))
        .put("rate", rate(producer))
        .put("emitted", producer.emitted())
        .put("delivered", producer.delivered())
        .put("missing", producer.gaps())
        .put("duplicates", producer.duplicates())
        .put("dropped", producer.dropped().byLabel())
        .put("ended", producer.ended())
        .put("complete", producer.complete())
        .put("lost", losses == null ? null : losses.times(producer.id()));
  }

  private long rate(ProducerAudit producer) {
    return perSecond.getOrDefault(producer.id(), 0L);
  }

  static long sum(List<ProducerAudit> all, ToLongFunction<ProducerAudit> figure) {
    return all.stream().mapToLong(figure).reduce(0, DropCounts::sum);
  }
}
