package dev.sluice.tools.watch;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.distributed.DistributedStatus.Instance;
import dev.sluice.distributed.DistributedStatus.Look;
import dev.sluice.distributed.DistributedStatus.Partition;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.tools.format.SafeText;
import dev.sluice.tools.report.TraceJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What was seen of a distributed analysis: the last look, and how fast it changes. Memory does not
 * grow with time. For one thread.
 */
public final class DistributedFigures {
  private static final Histogram NO_REQUESTS = new Histogram(2);

  private final String source;
  private final String applicationId;
  private final long started = System.currentTimeMillis();
  private final ProducerView producers = new ProducerView();
  private final History lastMinutes = History.ofMinutes(false);
  private final History lastDay = History.ofDay(false);
  private Look look = new Look(List.of(), List.of(), null);
  private Audit audit = Audit.merge(List.of());
  private final Map<String, Long> perSecond = new HashMap<>();
  private long recordsPerSecond = Meter.NONE;
  private long lastCommit = Meter.NONE;
  private boolean seen;
  private long nanoTime;
  private String trouble;

  /** Nothing is seen yet. */
  DistributedFigures(String source, String applicationId) {
    this.source = source;
    this.applicationId = applicationId;
  }

  /** Takes a look over. */
  void saw(Look next) {
    saw(next, System.nanoTime());
  }

  /** The same at that {@link System#nanoTime}. */
  void saw(Look next, long now) {
    Audit nextAudit = next.audit() == null ? Audit.merge(List.of()) : next.audit();
    long time = System.currentTimeMillis();
    if (seen) {
      changed(next, nextAudit, time, Math.max(1, now - nanoTime));
    } else {
      producers.began(nextAudit);
    }
    look = next;
    audit = nextAudit;
    nanoTime = now;
    seen = true;
    trouble = null;
  }

  private void changed(Look next, Audit nextAudit, long time, long nanos) {
    long records = Math.max(0, nextAudit.records() - audit.records());
    recordsPerSecond = Math.round(records * 1e9 / nanos);
    perSecond.clear();
    Map<String, Long> before = new HashMap<>();
    look.partitions().forEach(partition -> before.put(partition.name(), partition.committed()));
    for (Partition partition : next.partitions()) {
      Long from = before.get(partition.name());
      if (from != null) {
        long more = Math.max(0, partition.committed() - from);
        perSecond.put(partition.name(), Math.round(more * 1e9 / nanos));
        lastCommit = more > 0 ? time : lastCommit;
      }
    }
    producers.took(nextAudit, nanos);
    Map<String, Long> droppedBefore = ProducerView.dropped(audit);
    Map<String, Long> dropped = ProducerView.dropped(nextAudit);
    dropped.replaceAll(
        (cause, count) -> Math.max(0, count - droppedBefore.getOrDefault(cause, 0L)));
    Sample sample =
        new Sample(
            time,
            nanos,
            records,
            0,
            NO_REQUESTS,
            Meter.NONE,
            next.lag(),
            Math.max(0, missing(nextAudit) - missing(audit)),
            dropped);
    lastMinutes.add(sample);
    lastDay.add(sample);
  }

  /** The last attempt to look failed for that reason, or did not fail if it is null. */
  void trouble(String line) {
    trouble = line;
  }

  /** Why nothing newer is known, or null. */
  public String trouble() {
    return trouble;
  }

  String applicationId() {
    return applicationId;
  }

  Look look() {
    return look;
  }

  /** What is committed; of nothing if nothing is. */
  Audit audit() {
    return audit;
  }

  /** Records that were committed between the last two looks; negative if that is not known. */
  long recordsPerSecond() {
    return trouble == null ? recordsPerSecond : Meter.NONE;
  }

  /** The same of a partition's messages. */
  long perSecond(Partition partition) {
    return trouble == null ? perSecond.getOrDefault(partition.name(), Meter.NONE) : Meter.NONE;
  }

  /** Whether everything in the topic is analysed. */
  boolean isAllDone() {
    return trouble == null && seen && look.lag() == 0;
  }

  /** {@code running}, {@code standing} or {@code done} without an instance, {@code trouble}. */
  String state() {
    if (trouble != null) {
      return "trouble";
    }
    return !look.instances().isEmpty() ? "running" : isAllDone() ? "done" : "standing";
  }

  /**
   * All as one JSON object.
   *
   * @param history whether with the time series of the page
   */
  public byte[] json(boolean history) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = TraceJson.generator(bytes)) {
      json.writeStartObject();
      head(json);
      json.writeArrayFieldStart("instances");
      for (Instance instance : look.instances()) {
        write(instance, json);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("partitions");
      for (Partition partition : look.partitions()) {
        write(partition, json);
      }
      json.writeEndArray();
      producers.write(audit, json);
      if (history) {
        lastMinutes.write("minutes", json);
        lastDay.write("day", json);
      }
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private void head(JsonGenerator json) throws IOException {
    json.writeNumberField("version", 1);
    json.writeStringField("source", SafeText.line(source));
    json.writeStringField("applicationId", SafeText.line(applicationId));
    json.writeStringField("state", state());
    json.writeStringField("trouble", trouble == null ? null : SafeText.line(trouble));
    json.writeNumberField("started", started);
    json.writeNumberField("time", System.currentTimeMillis());
    Watched.number("lastCommit", lastCommit, json);
    Watched.number("recordsPerSecond", recordsPerSecond(), json);
    Watched.number("lag", seen ? look.lag() : Meter.NONE, json);
    json.writeNumberField("records", audit.records());
    json.writeNumberField("chunks", audit.chunks());
    json.writeNumberField("damaged", audit.damaged());
    json.writeNumberField("gaps", missing(audit));
    json.writeNumberField("dropped", ProducerView.sum(audit.producers(), p -> p.dropped().total()));
  }

  private static void write(Instance instance, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", SafeText.line(instance.id()));
    json.writeStringField("client", SafeText.line(instance.client()));
    json.writeStringField("host", SafeText.line(instance.host()));
    json.writeNumberField("threads", instance.threads());
    json.writeNumberField("partitions", instance.partitions());
    json.writeEndObject();
  }

  private void write(Partition partition, JsonGenerator json) throws IOException {
    String instance = partition.instance();
    json.writeStartObject();
    json.writeStringField("name", partition.name());
    json.writeStringField("instance", instance == null ? null : SafeText.line(instance));
    json.writeNumberField("committed", partition.committed());
    json.writeNumberField("end", partition.end());
    json.writeNumberField("lag", partition.lag());
    Watched.number("perSecond", perSecond(partition), json);
    json.writeEndObject();
  }

  private static long missing(Audit audit) {
    return ProducerView.sum(audit.producers(), ProducerAudit::gaps);
  }
}
