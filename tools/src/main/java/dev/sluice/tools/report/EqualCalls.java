package dev.sluice.tools.report;

import dev.sluice.analysis.traces.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/** Calls of one operation that the same call made one after another, taken together. */
final class EqualCalls {
  /** So many are one line. */
  private static final int FEWEST = 4;

  /** By call: the group that it is in; null if it is shown for itself. */
  private final Group[] groups;

  private final boolean[] folded;

  /**
   * A group, whose place in the tree is that of one of them.
   *
   * @param lead the longest of those that made a wanted call, or of all
   * @param isLongest whether none took longer
   */
  record Group(
      int lead,
      boolean isLongest,
      int calls,
      long total,
      long self,
      long median,
      long max,
      int failed,
      int unfinished) {}

  private EqualCalls(int size) {
    groups = new Group[size];
    folded = new boolean[size];
  }

  /** None: each call is shown for itself. */
  static EqualCalls none(Trace trace) {
    return new EqualCalls(trace.size());
  }

  /** Those of a trace. */
  static EqualCalls of(Trace trace, IntPredicate wanted) {
    EqualCalls equal = new EqualCalls(trace.size());
    boolean[] within = new boolean[trace.size()];
    for (int i = trace.size() - 1; i >= 0; i--) {
      within[i] |= wanted.test(i);
      if (trace.parent(i) >= 0) {
        within[trace.parent(i)] |= within[i];
      }
    }
    for (List<Integer> calls : inRow(trace)) {
      if (calls.size() >= FEWEST) {
        Group group = group(trace, calls, within);
        calls.forEach(i -> equal.groups[i] = group);
      }
    }
    for (int i = 0; i < trace.size(); i++) {
      boolean stands = equal.groups[i] == null || equal.groups[i].lead() == i;
      equal.folded[i] = !stands || trace.parent(i) >= 0 && equal.folded[trace.parent(i)];
    }
    return equal;
  }

  /** Each call of a call, with the equal ones that follow it. */
  private static Iterable<List<Integer>> inRow(Trace trace) {
    int[] head = new int[trace.size()];
    int[] last = new int[trace.size()];
    Arrays.fill(last, -1);
    Map<Integer, List<Integer>> rows = new TreeMap<>();
    for (int i = 0; i < trace.size(); i++) {
      int parent = trace.parent(i);
      if (parent >= 0) {
        int before = last[parent];
        boolean equal = before >= 0 && trace.operation(before) == trace.operation(i);
        head[i] = equal ? head[before] : i;
        last[parent] = i;
        rows.computeIfAbsent(head[i], any -> new ArrayList<>(1)).add(i);
      }
    }
    return rows.values();
  }

  private static Group group(Trace trace, List<Integer> calls, boolean[] within) {
    long[] durations = calls.stream().mapToLong(trace::duration).sorted().toArray();
    long max = durations[durations.length - 1];
    int lead =
        calls.stream()
            .max(Comparator.comparing((Integer i) -> within[i]).thenComparing(trace::duration))
            .orElseThrow();
    return new Group(
        lead,
        trace.duration(lead) == max,
        calls.size(),
        Arrays.stream(durations).sum(),
        calls.stream().mapToLong(trace::self).sum(),
        durations[(durations.length - 1) / 2],
        max,
        (int) calls.stream().filter(trace::failed).count(),
        (int) calls.stream().filter(trace::unfinished).count());
  }

  /** The group that a call is in; null if it is shown for itself. */
  Group group(int call) {
    return groups[call];
  }

  /** Whether it is not shown, because one of its group stands for it or for a caller of it. */
  boolean isFolded(int call) {
    return folded[call];
  }
}
