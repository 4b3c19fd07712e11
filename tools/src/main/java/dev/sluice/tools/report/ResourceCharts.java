package dev.sluice.tools.report;

import dev.sluice.analysis.resources.ResourceLines;
import dev.sluice.analysis.resources.TimeLine;
import dev.sluice.tools.format.SafeText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

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
  private static final String COLLECTION = "garbage_collection.collectionTimeMS";
  private static final int CHARTS = 40;
  private static final int LINES = 16;

  /** Minimum distance of the values before and after a change, in standard deviations. */
  private static final double APART = 3;

  /** Smallest part of the larger mean that counts as a change. */
  private static final double MIN_PART = 0.05;

  private static final int MIN_VALUES = 6;

  /** Most important resources, in order; counters are shown as rates. */
  private static final Map<String, List<String>> ASKED = new LinkedHashMap<>();

  static {
    ASKED.put("cpu_utilization.totalUtilization", List.of("Processors busy", "%"));
    ASKED.put("jvm_cpu.user", List.of("Processors busy by the JVM, user", "%"));
    ASKED.put("jvm_cpu.system", List.of("Processors busy by the JVM, system", "%"));
    ASKED.put("jvm_cpu.machine", List.of("Processors busy by all processes", "%"));
    ASKED.put("jfr_data_loss.lostBytes", List.of("Flight recorder, events lost", "bytes"));
    ASKED.put("jvm_heap.heapUsedBytes", List.of("Heap used", "bytes"));
    ASKED.put("gc_heap.usedBytes", List.of("Heap after garbage collections", "bytes"));
    ASKED.put(COLLECTION, List.of("Garbage collection", "ms a second"));
    ASKED.put("threads_status.threadCount", List.of("Threads", ""));
    ASKED.put("load_average.oneMinLoadAverage", List.of("Load, 1 minute", ""));
    ASKED.put("mem_swap_usage.memUsed", List.of("Memory of the machine used", "bytes"));
    ASKED.put("garbage_collection.collectionCount", List.of("Garbage collections", "a second"));
    ASKED.put("class_loading.totalLoadedClassCount", List.of("Classes loaded", "a second"));
    ASKED.put("class_loading.unloadedClassCount", List.of("Classes unloaded", "a second"));
    ASKED.put("compilation.totalCompilationTimeMS", List.of("Compilation", "ms a second"));
    ASKED.put("threads_status.totalStartedThreadCount", List.of("Threads started", "a second"));
  }

  /** Titles of record types without their own name. */
  private static final Map<String, String> TOPICS =
      Map.of(
          "class_loading", "Classes",
          "compilation", "Compilation",
          "cpu_utilization", "Processors",
          "disk_usage", "Disk",
          "garbage_collection", "Garbage collection",
          "jvm_heap", "JVM",
          "load_average", "Load",
          "mem_swap_usage", "Machine",
          "network_utilization", "Network",
          "threads_status", "Threads");

  /** A value at a time, nanoseconds since the epoch. */
  record Value(long time, double value) {}

  /**
   * Returns all charts: those that changed first, then what people ask for first; constants last.
   */
  static List<ResourceCharts> of(ResourceLines read) {
    Map<String, Map<String, List<Value>>> charts = new LinkedHashMap<>();
    ASKED.keySet().forEach(field -> charts.put(field, new LinkedHashMap<>()));
    read.lines()
        .forEach(
            (series, line) -> {
              String field = series.type().replace("sluice.", "") + "." + series.field();
              String name = String.format("%s %04x", series.instance(), series.producer() & 0xffff);
              Map<String, List<Value>> lines =
                  charts.computeIfAbsent(field, absent -> new LinkedHashMap<>());
              List<Value> values = values(unit(field), line);
              if (!values.isEmpty() && lines.size() < LINES) {
                lines.put(SafeText.line(name).strip(), values);
              }
            });
    charts.remove("jfr_recording.lockThreshold"); // no quantity that changes
    charts.values().removeIf(Map::isEmpty);
    return charts.entrySet().stream()
        .map(chart -> of(chart.getKey(), chart.getValue()))
        .sorted(Comparator.comparing(ResourceCharts::order))
        .limit(CHARTS)
        .toList();
  }

  private static ResourceCharts of(String field, Map<String, List<Value>> lines) {
    Stream<Long> changes = lines.values().stream().map(ResourceCharts::change);
    Long changed = changes.filter(Objects::nonNull).min(Comparator.naturalOrder()).orElse(null);
    return new ResourceCharts(SafeText.line(title(field)), unit(field), lines, changed);
  }

  /** Returns a title: the words of the field without those of its unit. */
  static String title(String field) {
    if (ASKED.containsKey(field)) {
      return ASKED.get(field).get(0);
    }
    String[] parts = field.split("\\.", 2);
    String words =
        parts[1]
            .replaceAll("(Class|Thread|Size)?(Bytes|Count)?(PerSecond)?$", "")
            .replaceAll("^mem(?=[A-Z])", "memory")
            .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
            .replaceAll("(?i)min (load average)", "minutes");
    return TOPICS.getOrDefault(parts[0], parts[0].replace('_', ' '))
        + ", "
        + words.toLowerCase(Locale.ROOT);
  }

  static String unit(String field) {
    if (ASKED.containsKey(field)) {
      return ASKED.get(field).get(1);
    }
    boolean isPart = field.startsWith("cpu_utilization") || field.endsWith(".busy");
    boolean isBytes = field.matches("mem_swap_usage.*|.*Bytes(PerSecond)?");
    String of =
        isPart ? "%" : isBytes ? "bytes" : field.endsWith(".speed") ? "bits per second" : "";
    return field.endsWith("PerSecond") ? (of + " per second").strip() : of;
  }

  private long order() {
    boolean varies =
        lines.values().stream()
            .anyMatch(line -> line.stream().mapToDouble(Value::value).distinct().count() > 1);
    return changed != null ? changed : Long.MAX_VALUE - (varies ? 1 : 0);
  }

  private static List<Value> values(String unit, TimeLine line) {
    List<Value> values = new ArrayList<>();
    int before = -1;
    for (int slot = 0; slot < line.slots(); slot++) {
      if (line.count(slot) == 0) {
        continue;
      }
      long time = line.begin(slot) + line.slotNanos() / 2;
      if (!unit.endsWith("a second")) {
        double value = line.mean(slot) * (unit.equals("%") ? 100 : 1);
        if (value >= 0) { // the VM tells a limit that there is not as -1
          values.add(new Value(time, value));
        }
      } else if (before >= 0) {
        double seconds = (slot - before) * (line.slotNanos() / 1e9);
        values.add(new Value(time, Math.max(0, line.max(slot) - line.max(before)) / seconds));
      }
      before = slot;
    }
    return values;
  }

  /** Returns the time that parts the values best, if those before and after it are far apart. */
  static Long change(List<Value> line) {
    Long best = null;
    double least = APART;
    for (int at = MIN_VALUES; at <= line.size() - MIN_VALUES; at++) {
      double[] before = moments(line.subList(0, at));
      double[] after = moments(line.subList(at, line.size()));
      double difference = Math.abs(after[0] - before[0]);
      double larger = Math.max(Math.abs(before[0]), Math.abs(after[0]));
      if (difference > MIN_PART * larger && difference / Math.max(before[1], after[1]) > least) {
        least = difference / Math.max(before[1], after[1]);
        best = line.get(at).time;
      }
    }
    return best;
  }

  /** Mean and standard deviation. */
  private static double[] moments(List<Value> values) {
    double mean = values.stream().mapToDouble(Value::value).average().orElse(0);
    double variance =
        values.stream().mapToDouble(v -> Math.pow(v.value - mean, 2)).average().orElse(0);
    return new double[] {mean, Math.sqrt(variance)};
  }

  /** Nanoseconds of garbage collection around that time, as far as the VM or samplers report it. */
  static double collecting(ResourceLines read, long from, long until) {
    double all = read.pauses().longest().stream().mapToLong(one -> one.within(from, until)).sum();
    if (read.pauses().count() > 0) {
      return all;
    }
    for (Map.Entry<ResourceLines.Series, TimeLine> one : read.lines().entrySet()) {
      List<Value> line =
          one.getKey().field().equals("collectionTimeMS")
              ? values(unit(COLLECTION), one.getValue())
              : List.of();
      for (int i = 1; i < line.size(); i++) {
        long span = line.get(i).time - line.get(i - 1).time;
        boolean near = line.get(i).time >= from && line.get(i - 1).time <= until + span;
        all += near ? line.get(i).value * span / 1e3 : 0;
      }
    }
    return all;
  }
}
