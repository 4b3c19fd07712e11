package dev.sluice.tools.watch;

import dev.sluice.distributed.DistributedStatus.Instance;
import dev.sluice.distributed.DistributedStatus.Look;
import dev.sluice.distributed.DistributedStatus.Partition;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.tools.format.SafeText;
import dev.sluice.tools.recordings.JsonObject;
import dev.sluice.tools.recordings.Verdict;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Figures of a distributed analysis: the last snapshot, and its rates of change. Memory does not
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
  void update(Look next) {
    update(next, System.nanoTime());
  }

  /** Updates the figures at the given {@link System#nanoTime}. */
  void update(Look next, long now) {
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
    producers.update(nextAudit, nanos);
    Map<String, Long> droppedBefore = ProducerView.dropped(audit);
    Map<String, Long> dropped = ProducerView.dropped(nextAudit);
    dropped.replaceAll(
        (cause, count) -> Math.max(0, count - droppedBefore.getOrDefault(cause, 0L)));
    History.Sample sample =
        new History.Sample(
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

  /** Returns why nothing newer is known, or null. */
  public String trouble() {
    return trouble;
  }

  String applicationId() {
    return applicationId;
  }

  Look look() {
    return look;
  }

  /** Returns what is committed; of nothing if nothing is. */
  Audit audit() {
    return audit;
  }

  /** Records that were committed between the last two looks; negative if that is not known. */
  long recordsPerSecond() {
    return trouble == null ? recordsPerSecond : Meter.NONE;
  }

  /** Returns the messages of a partition per second. */
  long perSecond(Partition partition) {
    return trouble == null ? perSecond.getOrDefault(partition.name(), Meter.NONE) : Meter.NONE;
  }

  /** Returns whether everything in the topic is analysed. */
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
   * Returns all as one JSON object.
   *
   * @param history whether with the time series of the page
   */
  public byte[] json(boolean history) throws IOException {
    JsonObject json =
        new JsonObject()
            .put("version", 1)
            .put("source", SafeText.line(source))
            .put("applicationId", SafeText.line(applicationId))
            .put("state", state())
            .put("trouble", LossList.line(trouble))
            .put("started", started)
            .put("time", System.currentTimeMillis())
            .put("lastCommit", Meter.known(lastCommit))
            .put("recordsPerSecond", Meter.known(recordsPerSecond()))
            .put("lag", seen ? look.lag() : null)
            .put("records", audit.records())
            .put("chunks", audit.chunks())
            .put("damaged", audit.damaged())
            .put("gaps", missing(audit))
            .put("dropped", ProducerView.sum(audit.producers(), p -> p.dropped().total()))
            .put("instances", look.instances().stream().map(DistributedFigures::json).toList())
            .put("partitions", look.partitions().stream().map(this::json).toList());
    producers.put(audit, Verdict.ofRunning(audit), null, json);
    if (history) {
      json.put("minutes", lastMinutes.json()).put("day", lastDay.json());
    }
    return Watched.ascii(json);
  }

  /** Returns the figures for Prometheus, without operations, which only the instances know. */
  public byte[] metrics() {
    WatchMetrics metrics = new WatchMetrics();
    metrics.begin(source, trouble, audit, seen ? look.lag() : Meter.NONE);
    return metrics.bytes();
  }

  private static JsonObject json(Instance instance) {
    return new JsonObject()
        .put("id", SafeText.line(instance.id()))
        .put("client", SafeText.line(instance.client()))
        .put("host", SafeText.line(instance.host()))
        .put("threads", instance.threads())
        .put("partitions", instance.partitions());
  }

  private JsonObject json(Partition partition) {
    return new JsonObject()
        .put("name", partition.name())
        .put("instance", LossList.line(partition.instance()))
        .put("committed", partition.committed())
        .put("end", partition.end())
        .put("lag", partition.lag())
        .put("perSecond", Meter.known(perSecond(partition)));
  }

  private static long missing(Audit audit) {
    return ProducerView.sum(audit.producers(), ProducerAudit::gaps);
  }
}
