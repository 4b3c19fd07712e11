package dev.sluice.monitoring.metrics;

import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.ChunkingStatus;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.CollectorState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * One figure of a monitor, for registries of metrics. Immutable.
 *
 * @param name words with dots between them: {@code chunks.closed}; not unique without the tag
 * @param unit the unit, or null
 * @param description for people
 * @param isCounter whether it is a counter, which never falls
 * @param tag what tells metrics of the same name apart, {@code cause} for instance, or null
 * @param tagValue the tag's value, or null
 * @param value reads it from figures
 */
public record Metric(
    String name,
    String unit,
    String description,
    boolean isCounter,
    String tag,
    String tagValue,
    ToLongFunction<MonitorFigures> value) {
  /** All metrics, in the order of documents. */
  public static final List<Metric> ALL = all();

  private static final Set<CollectorState> FAILING =
      Set.of(CollectorState.RETRYING, CollectorState.ENCODER_FAILING);

  private static Metric counter(
      String name, String unit, String description, ToLongFunction<MonitorFigures> value) {
    return new Metric(name, unit, description, true, null, null, value);
  }

  private static Metric gauge(
      String name, String unit, String description, ToLongFunction<MonitorFigures> value) {
    return new Metric(name, unit, description, false, null, null, value);
  }

  private static Metric records(
      String name, String description, ToLongFunction<CollectorReport> value) {
    return counter(name, "records", description, figures -> value.applyAsLong(figures.report()));
  }

  private static List<Metric> all() {
    List<Metric> all = new ArrayList<>();
    all.add(gauge("enabled", null, "1 if the monitor is on", f -> f.enabled() ? 1 : 0));
    all.add(
        gauge(
            "failing",
            null,
            "1 if the last chunk could not be written, or the last batch not be encoded",
            f -> FAILING.contains(f.status().state()) ? 1 : 0));
    all.add(records("emitted", "Records handed to the collector", CollectorReport::emitted));
    all.add(records("acknowledged", "Records that arrived", CollectorReport::acknowledged));
    all.add(records("unconfirmed", "Records sent without an answer", CollectorReport::unconfirmed));
    all.add(gauge("pending", "records", "Records on their way", f -> f.report().pending()));
    all.add(
        gauge("spilled", "records", "Records in the spill directory", f -> f.report().spilled()));
    all.add(
        gauge(
            "spilled.bytes",
            "bytes",
            "Bytes in the spill directory that are to be sent",
            f -> f.status().spilledBytes()));
    all.add(
        counter(
            "adopted",
            "records",
            "Records of earlier producers that arrived from the spill directory",
            f -> f.status().adopted()));
    all.add(
        counter(
            "adopted.dropped",
            "records",
            "Records of earlier producers that the spill directory dropped",
            f -> f.status().adoptedDropped()));
    for (DropCause cause : DropCause.values()) {
      all.add(
          new Metric(
              "dropped",
              "records",
              "Records lost, by cause",
              true,
              "cause",
              cause.label(),
              f -> f.report().dropped().of(cause)));
    }
    all.add(counter("sampled.out", "traces", "Traces that samplers refused", f -> f.sampledOut()));
    all.add(
        counter(
            "log.left.out",
            "events",
            "Log events of threads of sinks, which are left out",
            f -> f.ownLogEvents()));
    all.add(counter("chunks", "chunks", "Chunks sealed", f -> f.report().chunks()));
    for (CloseReason reason : CloseReason.values()) {
      all.add(
          new Metric(
              "chunks.closed",
              "chunks",
              "Chunks sealed, by the reason to close them",
              true,
              "reason",
              reason.label(),
              f -> f.status().closeReasons().getOrDefault(reason, 0L)));
    }
    addChunking(all);
    all.add(counter("bytes", "bytes", "Bytes of all chunks", f -> f.report().bytes()));
    all.add(
        counter(
            "symbols.inlined",
            "symbols",
            "Symbols that found the table full",
            f -> f.status().inlinedSymbols()));
    return List.copyOf(all);
  }

  private static void addChunking(List<Metric> all) {
    all.add(
        chunking(
            "chunk.records", "records", "Records of a chunk at most", ChunkingStatus::records));
    all.add(chunking("chunk.bytes", "bytes", "Bytes of a chunk at most", ChunkingStatus::bytes));
    all.add(
        chunking("chunk.delay", "ns", "Age at which a chunk closes", ChunkingStatus::delayNanos));
    all.add(
        chunking(
            "chunk.delay.observed",
            "ns",
            "From a chunk's first record to its completion: the goal's quantile, p99 without one",
            ChunkingStatus::observedNanos));
    all.add(
        chunking(
            "chunk.goal.met",
            null,
            "1 if that is below the goal of chunk.adapt, or there is none",
            status -> status.goalMet() ? 1 : 0));
    all.add(adjusted("raised", ChunkingStatus::raised));
    all.add(adjusted("lowered", ChunkingStatus::lowered));
  }

  private static Metric chunking(
      String name, String unit, String description, ToLongFunction<ChunkingStatus> value) {
    return gauge(name, unit, description, f -> value.applyAsLong(f.status().chunking()));
  }

  private static Metric adjusted(String direction, ToLongFunction<ChunkingStatus> value) {
    return new Metric(
        "chunk.adjusted",
        "limits",
        "Limits of chunks that chunk.adapt moved",
        true,
        "direction",
        direction,
        f -> value.applyAsLong(f.status().chunking()));
  }

  /** Returns the value of the metric at the time of the figures. */
  public long of(MonitorFigures figures) {
    return value.applyAsLong(figures);
  }

  /**
   * Returns the keys in JMX and in the agent's report: {@code emitted}, {@code chunk.delay.ns}. A
   * metric with a tag has two, {@code dropped.ring_full} and {@code dropped}, which is the sum over
   * its tag.
   */
  public List<String> keys() {
    String unique = "ns".equals(unit) ? name + ".ns" : name;
    return tag == null ? List.of(unique) : List.of(name + "." + tagValue, name);
  }

  /** Returns a unique name, as in {@code emitted} or {@code dropped{cause=ring_full}}. */
  @Override
  public String toString() {
    return tag == null ? name : name + "{" + tag + "=" + tagValue + "}";
  }
}
