package dev.sluice.analysis.requests;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.calls.Calls;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** Figures by the slice of time in which their request began. For one thread. */
final class Tally {
  private static final Calls NONE = new Calls();

  private Map<Long, Calls> slices = new TreeMap<>();
  private long recentSlice;
  private Calls recent;

  /** The figures of that slice, to be added to. */
  Calls at(long slice) {
    if (recent == null || slice != recentSlice) {
      recentSlice = slice;
      recent = slices.computeIfAbsent(slice, absent -> new Calls());
    }
    return recent;
  }

  /** Each two slices become one. */
  void lengthen() {
    Map<Long, Calls> old = slices;
    slices = new TreeMap<>();
    recent = null;
    old.forEach((slice, figures) -> at(slice >> 1).add(figures));
  }

  void state(StateCodec codec) throws IOException {
    long[] some = slices.keySet().stream().mapToLong(slice -> slice).toArray();
    for (long slice : codec.numbers(some, some.length)) {
      at(slice).state(codec);
    }
  }

  Tally add(Tally other) {
    other.slices.forEach((slice, figures) -> at(slice).add(figures));
    return this;
  }

  /** The figures of some slices as one. */
  Calls sum(long... some) {
    Calls all = new Calls();
    for (long slice : some) {
      all.add(slices.getOrDefault(slice, NONE));
    }
    return all;
  }

  /** A figure of each of these slices. */
  double[] values(long[] some, ToLongFunction<Calls> figure) {
    double[] values = new double[some.length];
    for (int i = 0; i < some.length; i++) {
      values[i] = figure.applyAsLong(slices.getOrDefault(some[i], NONE));
    }
    return values;
  }
}
