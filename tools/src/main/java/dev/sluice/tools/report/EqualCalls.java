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
  /** Minimum number of equal calls that become one line. */
  private static final int MIN_CALLS = 4;

  /** Maximum number of operations whose calls alternate and become one line each. */
  private static final int MAX_PERIOD = 3;

  /** Groups by call; null if a call is shown alone. */
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

  /** Returns the equal calls of a trace. */
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
      Group group = group(trace, calls, within);
      calls.forEach(i -> equal.groups[i] = group);
    }
    for (int i = 0; i < trace.size(); i++) {
      boolean stands = equal.groups[i] == null || equal.groups[i].lead() == i;
      equal.folded[i] = !stands || trace.parent(i) >= 0 && equal.folded[trace.parent(i)];
    }
    return equal;
  }

  /** Equal calls of each call, one after another or alternating with those of another operation. */
  private static List<List<Integer>> inRow(Trace trace) {
    Map<Integer, List<Integer>> callees = new TreeMap<>();
    for (int i = 0; i < trace.size(); i++) {
      if (trace.parent(i) >= 0) {
        callees.computeIfAbsent(trace.parent(i), any -> new ArrayList<>(1)).add(i);
      }
    }
    List<List<Integer>> rows = new ArrayList<>();
    for (List<Integer> calls : callees.values()) {
      for (int at = 0, length = 1; at < calls.size(); at += length, length = 1) {
        List<Integer> left = calls.subList(at, calls.size());
        for (int period = 1; period <= MAX_PERIOD && length == 1; period++) {
          int same = length(trace, left, period);
          for (int first = 0; first < period && same >= MIN_CALLS * period; first++) {
            List<Integer> row = new ArrayList<>();
            for (int i = first; i < same; i += period) {
              row.add(left.get(i));
            }
            rows.add(row);
            length = same;
          }
        }
      }
    }
    return rows;
  }

  /** Returns how many calls repeat the operations of the first ones, these included. */
  private static int length(Trace trace, List<Integer> calls, int period) {
    int length = Math.min(period, calls.size());
    while (length < calls.size()
        && trace.operation(calls.get(length)) == trace.operation(calls.get(length - period))) {
      length++;
    }
    return length;
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

  /** Returns the group that a call is in; null if it is shown for itself. */
  Group group(int call) {
    return groups[call];
  }

  /**
   * Returns whether it is not shown, because one of its group stands for it or for a caller of it.
   */
  boolean isFolded(int call) {
    return folded[call];
  }
}
