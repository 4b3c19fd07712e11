package dev.sluice.benchmarks.frame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** What was measured so far. For one thread. */
public final class Results {
  private final Map<Cell, Map<Metric, List<Sample>>> samples = new LinkedHashMap<>();

  private final Map<Cell, Map<Metric, Summary>> summaries = new LinkedHashMap<>();
  private final List<Failure> failures = new ArrayList<>();

  /** Why a cell was not measured in a step. */
  public record Failure(Cell cell, String reason) {
    /** The line for people. */
    @Override
    public String toString() {
      return "Not measured: " + cell + ", because " + reason + ".";
    }
  }

  /** Nothing yet. */
  Results() {}

  void add(List<Sample> ofOneStep) {
    summaries.clear();
    for (Sample sample : ofOneStep) {
      if (sample.failure() != null) {
        failures.add(new Failure(sample.cell(), sample.failure()));
        continue;
      }
      samples
          .computeIfAbsent(sample.cell(), cell -> new LinkedHashMap<>())
          .computeIfAbsent(sample.metric(), metric -> new ArrayList<>())
          .add(sample);
    }
  }

  /** All cells, in the order in which they were measured first. */
  public List<Cell> cells() {
    return List.copyOf(samples.keySet());
  }

  /** Those cells that have been measured and fit. */
  public List<Cell> cells(Predicate<Cell> which) {
    return samples.keySet().stream().filter(which).toList();
  }

  /** All metrics but {@link Metric#LOST}. */
  public List<Metric> metrics() {
    Set<Metric> all = new LinkedHashSet<>();
    samples.values().forEach(of -> all.addAll(of.keySet()));
    all.remove(Metric.LOST);
    return List.copyOf(all);
  }

  /** Whether the metric was measured in the cell. */
  public boolean has(Cell cell, Metric metric) {
    return samples.getOrDefault(cell, Map.of()).containsKey(metric);
  }

  /** Hands over each cell with each metric that was measured in it, but {@link Metric#LOST}. */
  void forEach(BiConsumer<Cell, Metric> consumer) {
    List<Metric> metrics = metrics();
    for (Cell cell : cells()) {
      metrics.stream()
          .filter(metric -> has(cell, metric))
          .forEach(metric -> consumer.accept(cell, metric));
    }
  }

  /** The samples of a metric in a cell, by step; empty if there are none. */
  public List<Sample> samples(Cell cell, Metric metric) {
    return samples.getOrDefault(cell, Map.of()).getOrDefault(metric, List.of());
  }

  /** Statistics of a metric in a cell, which must have been measured. */
  public Summary summary(Cell cell, Metric metric) {
    return summaries
        .computeIfAbsent(cell, c -> new LinkedHashMap<>())
        .computeIfAbsent(metric, m -> Summary.of(samples(cell, m)));
  }

  /** The mean of a metric in a cell; NaN if it was not measured. */
  public double mean(Cell cell, Metric metric) {
    return has(cell, metric) ? summary(cell, metric).mean() : Double.NaN;
  }

  /** All values of a metric in a cell. */
  double[] values(Cell cell, Metric metric) {
    return samples(cell, metric).stream().flatMapToDouble(s -> Arrays.stream(s.values())).toArray();
  }

  /** The values by step, as {@link Ratio} takes them. */
  public List<List<Double>> turns(Cell cell, Metric metric) {
    return samples(cell, metric).stream()
        .map(sample -> Arrays.stream(sample.values()).boxed().toList())
        .toList();
  }

  /** What could not be measured, each once for the same reason. */
  public List<Failure> failures() {
    return failures.stream().distinct().toList();
  }

  /** Whether nothing was measured and nothing failed. */
  public boolean isEmpty() {
    return samples.isEmpty() && failures.isEmpty();
  }
}
