package dev.sluice.cli.watch;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.cli.Verdict;
import dev.sluice.cli.format.SafeText;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** Who sends how much, and what is known to be missing. For one thread. */
final class ProducerTable {
  private static final int MOST = 100;

  private Map<String, Long> before = Map.of();
  private Map<String, Long> perSecond = Map.of();

  /** An audit was taken so long after the one before. */
  void took(Audit audit, long nanos) {
    Map<String, Long> delivered = new HashMap<>();
    Map<String, Long> rates = new HashMap<>();
    for (ProducerAudit producer : audit.producers()) {
      String id = producer.id();
      delivered.put(id, producer.delivered());
      long more = producer.delivered() - before.getOrDefault(id, 0L);
      rates.put(id, Math.round(more * 1e9 / Math.max(1, nanos)));
    }
    before = delivered;
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
    Map<String, Long> dropped = new TreeMap<>();
    all.forEach(
        producer ->
            producer
                .dropped()
                .byLabel()
                .forEach((cause, count) -> dropped.merge(cause, count, DropCounts::sum)));
    Losses.drops("dropped", dropped, json);
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
    Losses.drops("dropped", producer.dropped().byLabel(), json);
    json.writeBooleanField("ended", producer.ended());
    json.writeBooleanField("complete", producer.complete());
    json.writeEndObject();
  }

  private long rate(ProducerAudit producer) {
    return perSecond.getOrDefault(producer.id(), 0L);
  }

  private static long sum(List<ProducerAudit> all, ToLongFunction<ProducerAudit> figure) {
    return all.stream().mapToLong(figure).reduce(0, DropCounts::sum);
  }
}
