package dev.sluice.tools.report;

import dev.sluice.analysis.resources.ResourceLines.Series;
import dev.sluice.analysis.resources.TimeLine;
import dev.sluice.tools.format.Instants;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.report.Finding.Confidence;
import dev.sluice.tools.report.Finding.Rule;
import dev.sluice.tools.report.Finding.Severity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/** Findings in what samplers and the flight recorder recorded of memory and processors. */
final class MachineFindings {
  /** Processors are full from this utilization on, and matter from this part of the time on. */
  private static final double FULL = 0.95;

  private static final double MIN_TIME = 0.5;
  private static final int MIN_VALUES = 5;

  /** Nanoseconds that the flight recorder may begin late, and half of those that it ends early. */
  private static final long MIN_UNSEEN = 1_000_000_000;

  /** Heap sizes after collections that a judgement needs. */
  private static final int MIN_COLLECTIONS = 8;

  /** A collection makes the used heap smaller by this part. */
  private static final double COLLECTED = 0.1;

  /** Growth: its order (Kendall's tau), by which factor, and which part of the maximum. */
  private static final double MIN_TAU = 0.7;

  private static final double MIN_FACTOR = 1.3;
  private static final double MIN_OF_MAXIMUM = 0.05;

  /** The last third of the time has this part of the growth, or it is a cache that is full. */
  private static final double STILL = 0.33;

  /** The second half of the last third has this part of the growth over the first half. */
  private static final double STILL_LATE = 0.15;

  /** Minimum number of values of a third whose halves are compared. */
  private static final int MIN_HALVED = 8;

  /**
   * Part of the maximum from which growth matters though few old objects were collected: G1 begins
   * to collect them at about half of it.
   */
  private static final double NEARLY_FULL = 0.7;

  private final ReportModel model;
  private final Map<Series, TimeLine> lines;
  private final List<Finding> found;

  private MachineFindings(ReportModel model, List<Finding> found) {
    this.model = model;
    this.found = found;
    lines = model.result.lines().lines();
  }

  static void add(ReportModel model, List<Finding> found) {
    MachineFindings all = new MachineFindings(model, found);
    all.lines.keySet().stream().map(Series::producer).distinct().forEach(all::memory);
    all.processors();
  }

  /**
   * Says when the flight recorder began or ended within the recording; null if it did not.
   *
   * @param model of the recording
   */
  static String unseen(ReportModel model) {
    String from =
        recorder(model, " begin ", line -> line.begin(0) + line.slotNanos())
            .filter(time -> time > model.begin + MIN_UNSEEN)
            .mapToObj(time -> " from " + Instants.millis(time) + " on")
            .findFirst()
            .orElse("");
    String until =
        recorder(model, " until ", line -> line.begin(0))
            .filter(time -> time + 2 * MIN_UNSEEN < model.end)
            .mapToObj(time -> " until " + Instants.millis(time))
            .findFirst()
            .orElse("");
    return (from + until).isEmpty()
        ? null
        : "Pauses and lock waits are known only%s%s, because the flight recorder did not run all the time."
            .formatted(from, until);
  }

  /** Returns when the flight recorder began or ended, by what its records carry. */
  private static LongStream recorder(
      ReportModel model, String carried, ToLongFunction<TimeLine> time) {
    return model.result.lines().lines().entrySet().stream()
        .filter(one -> one.getKey().type().equals("sluice.jfr_recording"))
        .filter(one -> one.getKey().instance().contains(carried))
        .mapToLong(one -> time.applyAsLong(one.getValue()));
  }

  /** Means of lines by the time of their slots. */
  private SortedMap<Long, Double> values(Predicate<Series> wanted) {
    SortedMap<Long, List<Double>> all = new TreeMap<>();
    lines.forEach(
        (series, line) -> {
          for (int i = 0; wanted.test(series) && i < line.slots(); i++) {
            if (line.count(i) > 0) {
              all.computeIfAbsent(line.begin(i), at -> new ArrayList<>()).add(line.mean(i));
            }
          }
        });
    SortedMap<Long, Double> means = new TreeMap<>();
    all.forEach((time, some) -> means.put(time, mean(some)));
    return means;
  }

  private static Predicate<Series> of(String field) {
    return one -> ("sluice." + field).equals(one.type() + "." + one.field());
  }

  private static double mean(Collection<Double> values) {
    return values.stream().mapToDouble(value -> value).average().orElse(Double.NaN);
  }

  private void processors() {
    SortedMap<Long, Double> busy = values(of("jvm_cpu.machine"));
    busy = busy.isEmpty() ? values(of("cpu_utilization.totalUtilization")) : busy;
    SortedMap<Long, Double> full = new TreeMap<>(busy);
    full.values().removeIf(value -> value < FULL);
    if (full.size() >= MIN_VALUES && full.size() >= MIN_TIME * busy.size()) {
      String text =
          "Processors were fully used %s of the time, first at %s%s; all times include waiting for a processor.";
      double part = (double) full.size() / busy.size();
      String percent = Figures.percent(part, 1);
      Object[] parts = {percent, Instants.millis(full.firstKey()), user(full.keySet())};
      found.add(new Finding(Rule.FULL, Severity.WARNING, text, parts).weight(part));
    }
  }

  /**
   * Returns what this program took at these times, as the end of a sentence; empty if it is
   * unknown.
   */
  private String user(Set<Long> times) {
    SortedMap<Long, Double> user = values(of("jvm_cpu.user"));
    user.keySet().retainAll(times);
    return user.isEmpty() ? "" : "; this program took " + Figures.percent(mean(user.values()), 1);
  }

  /** Checks the heap after collections if it is known, otherwise a sampled heap that shrank. */
  private void memory(long producer) {
    Predicate<Series> own = one -> one.producer() == producer;
    Predicate<Series> used = own.and(of("gc_heap.usedBytes"));
    SortedMap<Long, Double> all = values(used);
    SortedMap<Long, Double> old =
        values(used.and(one -> one.instance().matches("(?i).*(old|full|z|shenandoah|major).*")));
    Predicate<Series> limit = of("gc_heap.maxBytes").or(of("jvm_heap.heapMaxSizeBytes"));
    double most = mean(values(own.and(limit)).values());
    boolean isOld = old.size() >= MIN_COLLECTIONS;
    SortedMap<Long, Double> known =
        all.isEmpty() ? collected(values(own.and(of("jvm_heap.heapUsedBytes")))) : all;
    growth(isOld ? old : known, most, isOld);
  }

  private static SortedMap<Long, Double> collected(SortedMap<Long, Double> sampled) {
    SortedMap<Long, Double> after = new TreeMap<>();
    double before = 0;
    for (Map.Entry<Long, Double> one : sampled.entrySet()) {
      if (one.getValue() < (1 - COLLECTED) * before) {
        after.put(one.getKey(), one.getValue());
      }
      before = one.getValue();
    }
    return after;
  }

  /** Medians of the three thirds of values and of the halves of the last third, in bytes. */
  private record Thirds(double first, double before, double last, double early, double late) {
    static Thirds of(double[] values) {
      int third = values.length / 3;
      int half =
          third < MIN_HALVED
              ? third
              : (third + 1) / 2; // the noise of fewer hides what a half grows
      return new Thirds(
          Growth.middle(values, 0, third),
          Growth.middle(values, third, 2 * third),
          Growth.middle(values, values.length - third, values.length),
          Growth.middle(values, values.length - 2 * half, values.length - half),
          Growth.middle(values, values.length - half, values.length));
    }

    double grown() {
      return last - first;
    }

    /** Returns whether it is much and goes on; a maximum of NaN is unknown. */
    boolean isGrowth(double most) {
      return last >= MIN_FACTOR * first
          && !(grown() < MIN_OF_MAXIMUM * most)
          && last - before >= STILL * grown()
          && late - early >= STILL_LATE * grown();
    }

    /** Returns when all is full, as the end of a sentence; empty if the maximum is not known. */
    String rest(double most, long nanos) {
      return most > 0
          ? "; at this rate its maximum of %s is reached in %s"
              .formatted(
                  Figures.bytes((long) most),
                  Figures.nanos(Math.max(0, most - last) / grown() * nanos))
          : "";
    }
  }

  private void growth(SortedMap<Long, Double> heap, double most, boolean isOld) {
    double[] values = heap.values().stream().mapToDouble(value -> value).toArray();
    if (values.length < MIN_COLLECTIONS || Growth.order(values) < MIN_TAU) {
      return;
    }
    Thirds thirds = Thirds.of(values);
    if (thirds.isGrowth(most)) {
      boolean isSure = isOld || thirds.late >= NEARLY_FULL * most;
      String text = "The heap after garbage collections keeps growing: from %s to %s%s%s.";
      Object[] parts = {
        Figures.bytes((long) thirds.first),
        Figures.bytes((long) thirds.last),
        thirds.rest(most, heap.lastKey() - heap.firstKey()),
        isOld
            ? ""
            : "; fewer than %s collections of old objects are known".formatted(MIN_COLLECTIONS)
      };
      found.add(
          new Finding(Rule.MEMORY, isSure ? Severity.WARNING : Severity.NOTE, text, parts)
              .sure(isOld ? Confidence.LIKELY : Confidence.POSSIBLE)
              .weight(most > 0 ? Math.min(1, thirds.last / most) : 0)
              .count(values.length, isSure ? 1 : 0));
    }
  }
}
