package dev.sluice.benchmarks.codec;

import java.util.ArrayList;
import java.util.List;

/** The rounds of one operation of one codec. For one thread. */
final class Samples {
  private final List<Double> rates = new ArrayList<>();
  private final List<Double> allocations = new ArrayList<>();
  private final List<Long> compilation = new ArrayList<>();

  /** Takes a worker's answer: records, nanoseconds, bytes allocated, compilation so far. */
  void add(long[] answer) {
    rates.add(answer[0] * 1e9 / answer[1]);
    allocations.add((double) answer[2] / answer[0]);
    compilation.add(answer[3]);
  }

  /** Whether the last rounds were about equally fast, and nothing was compiled meanwhile. */
  boolean isStable() {
    int from = rates.size() - Effort.STABLE_ROUNDS;
    if (from < 0) {
      return false;
    }
    List<Double> last = rates.subList(from, rates.size()).stream().sorted().toList();
    long compiled = compilation.get(compilation.size() - 1) - compilation.get(from);
    return last.get(0) >= Effort.STABLE * last.get(last.size() - 1)
        && compiled <= Effort.STABLE_COMPILATION;
  }

  /** Millions of records a second, of each round. */
  double[] megaRates() {
    return rates.stream().mapToDouble(rate -> rate / 1e6).toArray();
  }

  /** Bytes allocated a record, of each round. */
  double[] allocations() {
    return allocations.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
