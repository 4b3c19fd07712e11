package dev.sluice.tools.watch;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.tools.format.SafeText;
import dev.sluice.tools.recordings.Verdict;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Who sends how much, and what is known to be missing. For one thread. */
final class ProducerView {
  private static final int MOST = 100;

  private Map<String, Long> before = Map.of();
  private Map<String, Long> perSecond = Map.of();

  /** What was delivered before the first look says nothing about the rate. */
  void began(Audit audit) {
    before =
        audit.producers().stream()
            .collect(Collectors.toMap(ProducerAudit::id, ProducerAudit::delivered));
  }

  /** An audit was taken so long after the one before. */
  void took(Audit audit, long nanos) {
    Map<String, Long> rates = new HashMap<>();
    for (ProducerAudit producer : audit.producers()) {
      long more = producer.delivered() - before.getOrDefault(producer.id(), 0L);
      rates.put(producer.id(), Math.round(Math.max(0, more) * 1e9 / Math.max(1, nanos)));
    }
    began(audit);
    perSecond = rates;
  }

  /** Writes the audit and the most interesting producers: at work, then incomplete ones. */
  void write(Audit audit, JsonGenerator json) throws IOException {
    List<ProducerAudit> all = audit.producers();
    json.writeObjectFieldStart("audit");
    json.writeBooleanField("complete", audit.complete());
    json.writeStringField("verdict", Verdict.of(audit));
    json.writeNumberField("chunks", audit.chunks());
    json.writeNumberField("damaged", audit.damaged());
    json.writeNumberField("skippedBytes", audit.skippedBytes());
    json.writeNumberField("producers", all.size());
    json.writeNumberField("ended", all.stream().filter(ProducerAudit::ended).count());
    json.writeNumberField("forgotten", audit.forgotten());
    json.writeNumberField("emitted", sum(all, ProducerAudit::emitted));
    json.writeNumberField("missing", sum(all, ProducerAudit::gaps));
    json.writeNumberField("unknown", sum(all, ProducerAudit::unknown));
    json.writeNumberField("duplicates", sum(all, ProducerAudit::duplicates));
    json.writeNumberField("conflicts", sum(all, ProducerAudit::conflicts));
    json.writeNumberField("rejected", sum(all, ProducerAudit::rejected));
    LossList.drops("dropped", dropped(audit), json);
    json.writeEndObject();
    json.writeArrayFieldStart("producers");
    List<ProducerAudit> shown =
        all.stream()
            .sorted(
                Comparator.comparingLong(this::rate)
                    .reversed()
                    .thenComparing(ProducerAudit::complete)
                    .thenComparing(ProducerAudit::id))
            .limit(MOST)
            .toList();
    for (ProducerAudit producer : shown) {
      write(producer, json);
    }
    json.writeEndArray();
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

  private void write(ProducerAudit producer, JsonGenerator json) throws IOException {
    String name = producer.name();
    json.writeStartObject();
    json.writeStringField("id", producer.id());
    json.writeStringField("name", name == null ? null : SafeText.line(name));
    json.writeNumberField("rate", rate(producer));
    json.writeNumberField("emitted", producer.emitted());
    json.writeNumberField("delivered", producer.delivered());
    json.writeNumberField("missing", producer.gaps());
    json.writeNumberField("duplicates", producer.duplicates());
    LossList.drops("dropped", producer.dropped().byLabel(), json);
    json.writeBooleanField("ended", producer.ended());
    json.writeBooleanField("complete", producer.complete());
    json.writeEndObject();
  }

  private long rate(ProducerAudit producer) {
    return perSecond.getOrDefault(producer.id(), 0L);
  }

  static long sum(List<ProducerAudit> all, ToLongFunction<ProducerAudit> figure) {
    return all.stream().mapToLong(figure).reduce(0, DropCounts::sum);
  }
}
