package dev.sluice.tools.report;

import dev.sluice.analysis.resources.ResourceLines;
import dev.sluice.analysis.resources.TimeLine;
import dev.sluice.tools.format.SafeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A chart of what samplers recorded.
 *
 * @param title for people
 * @param unit of the values, or empty
 * @param lines by name
 * @param changed when a value began to be another one for long, nanoseconds since the epoch; null
 *     if none did
 */
record ResourceCharts(String title, String unit, Map<String, List<Value>> lines, Long changed) {
  private static final int CHARTS = 40;
  private static final int LINES = 16;

  /** Values before and after a change are apart by so many standard deviations. */
  private static final double APART = 3;

  private static final int FEWEST = 6;

  /** What people ask for first, in that order: field, title, unit, factor. */
  private static final List<Asked> FIRST =
      List.of(
          new Asked("cpu_utilization.totalUtilization", "Processors busy", "%", 100),
          new Asked("jvm_heap.heapUsedBytes", "Heap used", "bytes", 1),
          new Asked("garbage_collection.collectionTimeMS", "Garbage collection", "ms a second", 1),
          new Asked("threads_status.threadCount", "Threads", "", 1),
          new Asked("load_average.oneMinLoadAverage", "Load, 1 minute", "", 1),
          new Asked("mem_swap_usage.memUsed", "Memory of the machine used", "bytes", 1),
          new Asked("mem_swap_usage.swapUsed", "Swap used", "bytes", 1),
          new Asked("garbage_collection.collectionCount", "Garbage collections", "a second", 1),
          new Asked("class_loading.totalLoadedClassCount", "Classes loaded", "a second", 1),
          new Asked("class_loading.unloadedClassCount", "Classes unloaded", "a second", 1),
          new Asked("compilation.totalCompilationTimeMS", "Compilation", "ms a second", 1),
          new Asked("threads_status.totalStartedThreadCount", "Threads started", "a second", 1));

  /** Those that only rise, whose rise a second is shown. */
  private static final Set<String> COUNTERS =
      FIRST.stream()
          .filter(asked -> asked.unit.endsWith("a second"))
          .map(Asked::field)
          .collect(Collectors.toSet());

  private record Asked(String field, String title, String unit, double factor) {}

  /** A value at a time, nanoseconds since the epoch. */
  record Value(long time, double value) {}

  /** All charts: those that changed first, then what people ask for first; constants last. */
  static List<ResourceCharts> of(ResourceLines read) {
    Map<String, Map<String, List<Value>>> charts = new LinkedHashMap<>();
    FIRST.forEach(asked -> charts.put(asked.field, new LinkedHashMap<>()));
    read.lines()
        .forEach(
            (series, line) -> {
              String field = series.type().replace("sluice.", "") + "." + series.field();
              Map<String, List<Value>> lines =
                  charts.computeIfAbsent(field, absent -> new LinkedHashMap<>());
              List<Value> values = values(field, line);
              if (!values.isEmpty() && lines.size() < LINES) {
                String producer = String.format("%04x", series.producer() & 0xffff);
                lines.put(SafeText.line(series.instance() + " " + producer).strip(), values);
              }
            });
    return charts.entrySet().stream()
        .filter(chart -> !chart.getValue().isEmpty())
        .map(chart -> of(chart.getKey(), chart.getValue()))
        .sorted(Comparator.comparing(chart -> chart.changed != null ? 0 : chart.varies() ? 1 : 2))
        .limit(CHARTS)
        .toList();
  }

  private static ResourceCharts of(String field, Map<String, List<Value>> lines) {
    Asked asked =
        FIRST.stream()
            .filter(one -> one.field.equals(field))
            .findFirst()
            .orElse(new Asked(field, field.replace('.', ' ').replace('_', ' '), "", 1));
    Long changed =
        lines.values().stream()
            .map(ResourceCharts::change)
            .filter(time -> time != null)
            .min(Comparator.naturalOrder())
            .orElse(null);
    return new ResourceCharts(SafeText.line(asked.title), asked.unit, lines, changed);
  }

  private boolean varies() {
    return lines.values().stream()
        .anyMatch(line -> line.stream().mapToDouble(Value::value).distinct().count() > 1);
  }

  private static List<Value> values(String field, TimeLine line) {
    double factor =
        FIRST.stream()
            .filter(one -> one.field.equals(field))
            .map(Asked::factor)
            .findFirst()
            .orElse(1.0);
    List<Value> values = new ArrayList<>();
    int before = -1;
    for (int slot = 0; slot < line.slots(); slot++) {
      if (line.count(slot) == 0) {
        continue;
      }
      long time = line.begin(slot) + line.slotNanos() / 2;
      if (!COUNTERS.contains(field)) {
        values.add(new Value(time, factor * line.mean(slot)));
      } else if (before >= 0) {
        double seconds = (slot - before) * (line.slotNanos() / 1e9);
        values.add(new Value(time, Math.max(0, line.max(slot) - line.max(before)) / seconds));
      }
      before = slot;
    }
    return values;
  }

  /** The time that parts the values best, if those before and after it are far apart. */
  private static Long change(List<Value> line) {
    double[] values = line.stream().mapToDouble(Value::value).toArray();
    Long best = null;
    double least = APART;
    for (int at = FEWEST; at <= values.length - FEWEST; at++) {
      double[] before = Arrays.copyOf(values, at);
      double[] after = Arrays.copyOfRange(values, at, values.length);
      double difference = Math.abs(mean(after) - mean(before));
      double apart = difference / Math.max(deviation(before), deviation(after));
      if (difference > 0 && apart > least) {
        least = apart;
        best = line.get(at).time;
      }
    }
    return best;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(0);
  }

  private static double deviation(double[] values) {
    double mean = mean(values);
    return Math.sqrt(Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElse(0));
  }
}
