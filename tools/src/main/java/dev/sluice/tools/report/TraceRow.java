package dev.sluice.tools.report;

import dev.sluice.analysis.traces.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * A call of a trace, or several calls of one operation by the same caller, as a line of the page.
 *
 * @param caller the line that called it, -1 for none
 * @param members executions
 */
record TraceRow(int caller, List<Integer> members) {
  /** Minimum number of calls that become one line. */
  private static final int MERGED = 4;

  /** Maximum number of merged calls whose begin and duration are written. */
  private static final int MAX_LISTED_CALLS = 200;

  private static final int PARTS = 100;
  private static final int FULL = 9;
  private static final int MAX_LONGEST_CALLS = 8;

  /** Returns the lines of a trace, callers first. */
  static List<TraceRow> of(Trace trace) {
    List<List<Integer>> callees = new ArrayList<>();
    for (int i = 0; i <= trace.size(); i++) {
      callees.add(new ArrayList<>());
    }
    for (int i = 0; i < trace.size(); i++) {
      callees.get(trace.parent(i) + 1).add(i);
    }
    List<TraceRow> rows = new ArrayList<>();
    add(trace, callees, callees.get(0), -1, rows);
    return rows;
  }

  private static void add(
      Trace trace,
      List<List<Integer>> callees,
      List<Integer> calls,
      int caller,
      List<TraceRow> rows) {
    Map<Integer, List<Integer>> same = new LinkedHashMap<>();
    calls.forEach(i -> same.computeIfAbsent(trace.operation(i), o -> new ArrayList<>()).add(i));
    List<List<Integer>> groups = new ArrayList<>();
    for (List<Integer> group : same.values()) {
      if (group.size() >= MERGED) {
        groups.add(group);
      } else {
        group.forEach(i -> groups.add(List.of(i)));
      }
    }
    groups.sort(Comparator.comparing(group -> group.get(0)));
    for (List<Integer> group : groups) {
      int row = rows.size();
      rows.add(new TraceRow(caller, group));
      add(
          trace,
          callees,
          group.stream().flatMap(i -> callees.get(i + 1).stream()).toList(),
          row,
          rows);
    }
  }

  /** About how many bytes it takes. */
  int bytes() {
    return 36 + (members.size() == 1 ? 0 : 9 * Math.min(members.size(), MAX_LISTED_CALLS));
  }

  /** Operation, caller, members, begin, end, total, self, failed, loose ones, each of them. */
  List<Object> json(Trace trace, OperationIndex operations) {
    long begin = trace.begin(members.get(0));
    long end = members.stream().mapToLong(trace::end).max().orElseThrow();
    return Arrays.asList(
        operations.of(trace.signature(members.get(0))),
        caller,
        members.size(),
        begin - trace.begin(),
        end - trace.begin(),
        members.stream().mapToLong(trace::duration).sum(),
        members.stream().mapToLong(trace::self).sum(),
        members.stream().filter(trace::failed).count(),
        members.stream().filter(trace::isLoose).count(),
        members.size() > MAX_LISTED_CALLS ? summary(trace, begin, end) : each(trace));
  }

  /** Begin after that of the one before, and duration, of each. */
  private long[] each(Trace trace) {
    LongStream.Builder each = LongStream.builder();
    long before = 0;
    for (int member : members.size() == 1 ? List.<Integer>of() : members) {
      long begin = micros(trace.begin(member) - trace.begin());
      each.add(begin - before).add(micros(trace.duration(member)));
      before = begin;
    }
    return each.build().toArray();
  }

  /**
   * Returns how much of each hundredth of the time they fill, in ninths, and the longest of them.
   */
  private List<Object> summary(Trace trace, long begin, long end) {
    double step = Math.max(1, (end - begin) / (double) PARTS);
    double[] filled = new double[PARTS];
    for (int member : members) {
      double from = Math.max(0, trace.begin(member) - begin);
      double until = from + trace.duration(member);
      for (int part = (int) (from / step); part < PARTS && part * step < until; part++) {
        filled[part] += Math.min(until, (part + 1) * step) - Math.max(from, part * step);
      }
    }
    long[] ninths = new long[PARTS];
    for (int part = 0; part < PARTS; part++) {
      ninths[part] = Math.min(FULL, Math.round(FULL * filled[part] / step));
    }
    long[] longest =
        members.stream()
            .sorted(Comparator.comparing((Integer i) -> -trace.duration(i)))
            .limit(MAX_LONGEST_CALLS)
            .flatMapToLong(
                i ->
                    LongStream.of(
                        members.indexOf(i) + 1,
                        micros(trace.begin(i) - trace.begin()),
                        micros(trace.duration(i))))
            .toArray();
    return List.of(ninths, longest);
  }

  static long micros(long nanos) {
    return Math.floorDiv(nanos, 1000L);
  }
}
