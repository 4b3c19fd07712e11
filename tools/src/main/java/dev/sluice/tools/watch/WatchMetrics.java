package dev.sluice.tools.watch;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.calls.Times;
import dev.sluice.analysis.statistics.OperationFigures;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.monitoring.metrics.DurationBuckets;
import dev.sluice.monitoring.metrics.MetricsText;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Metrics of a watch in Prometheus' format; all are from one snapshot, so that sums match. For one
 * thread.
 */
final class WatchMetrics {
  private static final String OPERATION = "operation";

  /**
   * Operations with their own series, which they keep until the end, so that no counter ever falls.
   */
  private final Set<String> named = new HashSet<>();

  private MetricsText text;

  /**
   * Begins a page with what is true of any watch.
   *
   * @param trouble what keeps the source from being read, or null
   * @param lag messages that wait in the topic, or {@link Meter#NONE}
   */
  void begin(String source, String trouble, Audit audit, long lag) {
    text = new MetricsText();
    gauge("info", "Source that is watched; always 1.")
        .value(1, "source", MetricsText.label(source));
    gauge("trouble", "1 if the source cannot be read now.").value(trouble == null ? 0 : 1);
    gauge("lag_messages", "Messages of the topic that are not read yet.").value(known(lag));
    counter("chunks", "Chunks that arrived.").value(audit.chunks());
    counter("damaged_regions", "Regions that could not be read.").value(audit.damaged());
    counter(
            "forgotten_producers",
            "Producers that are no longer tracked; from then on totals are unknown.")
        .value(audit.forgotten());
    gauge("producers", "Producers with at least one chunk.").value(sum(audit, producer -> 1));
    counter("emitted_records", "Records that producers handed to Sluice.")
        .value(sum(audit, ProducerAudit::emitted));
    counter("delivered_records", "Records that arrived.")
        .value(sum(audit, ProducerAudit::delivered));
    counter("rejected_records", "Records that arrived and could not be read.")
        .value(sum(audit, ProducerAudit::rejected));
    counter("dropped_records", "Records that producers lost, by cause.");
    Map<String, Long> dropped = ProducerView.dropped(audit);
    for (DropCause cause : DropCause.values()) {
      dropped.putIfAbsent(cause.label(), 0L); // else a rate does not see the first one
    }
    double known = sum(audit, producer -> 0); // or not
    dropped.forEach((cause, count) -> text.value(known + count, "cause", cause));
    gauge(
            "unaccounted_records",
            "Records that were emitted, did not arrive, and are not known to be lost.")
        .value(sum(audit, ProducerAudit::unaccounted));
    gauge("missing_chunks", "Chunks missing before newer ones; late ones may arrive.")
        .value(sum(audit, ProducerAudit::gaps));
  }

  private MetricsText gauge(String name, String help) {
    return text.family("gauge", "sluice_watch_" + name, help);
  }

  private MetricsText counter(String name, String help) {
    return text.family("counter", "sluice_watch_" + name + "_total", help);
  }

  private static double known(long value) {
    return value == Meter.NONE ? Double.NaN : value;
  }

  /**
   * Returns the sum of a figure over all producers; unknown after a producer was dropped, because
   * the sum would fall.
   */
  private static double sum(Audit audit, ToLongFunction<ProducerAudit> figure) {
    List<ProducerAudit> all = audit.producers();
    return all.isEmpty() || audit.forgotten() > 0 ? Double.NaN : ProducerView.sum(all, figure);
  }

  /**
   * Adds what a reader alone knows.
   *
   * @param behind how old the newest record of the last chunks was when they were read, in
   *     nanoseconds, or {@link Meter#NONE}
   */
  void read(Meter meter, long behind, OperationStatistics statistics) {
    counter("bytes", "Bytes of all chunks.").value(meter.bytes());
    gauge(
            "behind_seconds",
            "Age of the newest record of the last chunks when it was read, in seconds.")
        .value(known(behind) / 1e9);
    gauge(
            "last_chunk_timestamp_seconds",
            "Time of the last chunk's arrival, in seconds since the epoch.")
        .value(meter.lastChunk() == 0 ? Double.NaN : meter.lastChunk() / 1e3);
    Map<String, Calls> all = new TreeMap<>();
    int others = 0;
    for (OperationFigures figures : statistics.bySelf()) {
      String label = MetricsText.label(figures.signature());
      if (named.size() < MetricsText.MAX_OPERATIONS) {
        named.add(label);
      }
      others += named.contains(label) ? 0 : 1;
      String name = named.contains(label) ? label : MetricsText.OTHER;
      all.computeIfAbsent(name, absent -> new Calls()).add(figures.once());
    }
    counter("operation_calls", "Executions of an operation.");
    all.forEach((name, durations) -> text.value(durations.calls(), OPERATION, name));
    counter("operation_failures", "Executions that threw.");
    all.forEach((name, durations) -> text.value(durations.failed(), OPERATION, name));
    text.family(
        "histogram",
        "sluice_watch_operation_duration_seconds",
        "Durations of executions with a known duration, in seconds; at most 0.8 % wrong.");
    all.forEach(this::durations);
    gauge("operations_in_other", "Operations without their own series.").value(others);
  }

  private void durations(String name, Calls calls) {
    if (calls.times().count() > 0) {
      long[] counts = new long[DurationBuckets.SIZE];
      long[] sum = new long[1];
      calls
          .times()
          .forEach(
              (nanos, count) -> {
                counts[DurationBuckets.of(nanos)] += count;
                sum[0] = Times.sum(sum[0], nanos * count);
              });
      text.durations(counts, sum[0], OPERATION, name);
    }
  }

  /** Returns the page. */
  byte[] bytes() {
    return text.bytes();
  }
}
