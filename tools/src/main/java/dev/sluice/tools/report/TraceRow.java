package dev.sluice.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.analysis.traces.Trace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A call of a trace, or several calls of one operation by the same caller, as a line of the page.
 *
 * @param operation its number
 * @param caller the line that called it, -1 for none
 * @param members executions
 */
record TraceRow(int operation, int caller, List<Integer> members) {
  /** So many calls are one line. */
  private static final int MERGED = 4;

  /** Of more, no begin and duration of each is told. */
  private static final int MOST_TOLD = 200;

  private static final int PARTS = 100;
  private static final int FULL = 9;
  private static final int LONGEST = 8;
  private static final int ROW_BYTES = 36;

  /** The lines of a trace, callers first. */
  static List<TraceRow> of(Trace trace, OperationIndex operations) {
    List<List<Integer>> callees = new ArrayList<>();
    for (int i = 0; i <= trace.size(); i++) {
      callees.add(new ArrayList<>());
    }
    for (int i = 0; i < trace.size(); i++) {
      callees.get(trace.parent(i) + 1).add(i);
    }
    List<TraceRow> rows = new ArrayList<>();
    add(trace, operations, callees, callees.get(0), -1, rows);
    return rows;
  }

  private static void add(
      Trace trace,
      OperationIndex operations,
      List<List<Integer>> callees,
      List<Integer> calls,
      int caller,
      List<TraceRow> rows) {
    Map<Integer, List<Integer>> byOperation = new LinkedHashMap<>();
    calls.forEach(
        i -> byOperation.computeIfAbsent(trace.operation(i), o -> new ArrayList<>()).add(i));
    List<List<Integer>> groups = new ArrayList<>();
    for (List<Integer> same : byOperation.values()) {
      if (same.size() >= MERGED) {
        groups.add(same);
      } else {
        same.forEach(i -> groups.add(List.of(i)));
      }
    }
    groups.sort(Comparator.comparing(group -> group.get(0)));
    for (List<Integer> group : groups) {
      int row = rows.size();
      rows.add(new TraceRow(operations.of(trace.signature(group.get(0))), caller, group));
      List<Integer> below = new ArrayList<>();
      group.forEach(i -> below.addAll(callees.get(i + 1)));
      add(trace, operations, callees, below, row, rows);
    }
  }

  /** About how many bytes the lines take. */
  static int bytes(List<TraceRow> rows) {
    int bytes = 0;
    for (TraceRow row : rows) {
      int members = row.members.size();
      bytes += ROW_BYTES + (members == 1 ? 0 : 9 * Math.min(members, MOST_TOLD));
    }
    return bytes;
  }

  /**
   * Writes operation, caller, members, begin, end, total, self, failed, loose ones, each of them.
   */
  void write(JsonGenerator json, Trace trace) throws IOException {
    long end = members.stream().mapToLong(trace::end).max().orElseThrow();
    json.writeStartArray();
    json.writeNumber(operation);
    json.writeNumber(caller);
    json.writeNumber(members.size());
    json.writeNumber(trace.begin(members.get(0)) - trace.begin());
    json.writeNumber(end - trace.begin());
    json.writeNumber(members.stream().mapToLong(trace::duration).sum());
    json.writeNumber(members.stream().mapToLong(trace::self).sum());
    json.writeNumber(members.stream().filter(trace::failed).count());
    json.writeNumber(members.stream().filter(trace::isLoose).count());
    json.writeStartArray();
    if (members.size() > MOST_TOLD) {
      summary(json, trace, end);
    } else if (members.size() > 1) {
      long before = 0;
      for (int member : members) {
        long begin = micros(trace.begin(member) - trace.begin());
        json.writeNumber(begin - before);
        json.writeNumber(micros(trace.duration(member)));
        before = begin;
      }
    }
    json.writeEndArray();
    json.writeEndArray();
  }

  /** How much of each hundredth of the time they fill, in ninths, and the longest of them. */
  private void summary(JsonGenerator json, Trace trace, long end) throws IOException {
    long first = trace.begin(members.get(0));
    double step = Math.max(1, (end - first) / (double) PARTS);
    double[] filled = new double[PARTS];
    for (int member : members) {
      double from = Math.max(0, trace.begin(member) - first);
      double until = from + trace.duration(member);
      for (int part = (int) (from / step); part < PARTS && part * step < until; part++) {
        filled[part] += Math.min(until, (part + 1) * step) - Math.max(from, part * step);
      }
    }
    int[] ninths =
        Arrays.stream(filled)
            .mapToInt(f -> (int) Math.min(FULL, Math.round(FULL * f / step)))
            .toArray();
    json.writeArray(ninths, 0, PARTS);
    List<Integer> longest =
        members.stream()
            .sorted(Comparator.comparing((Integer i) -> -trace.duration(i)))
            .limit(LONGEST)
            .toList();
    json.writeStartArray();
    for (int member : longest) {
      json.writeNumber(members.indexOf(member) + 1);
      json.writeNumber(micros(trace.begin(member) - trace.begin()));
      json.writeNumber(micros(trace.duration(member)));
    }
    json.writeEndArray();
  }

  static long micros(long nanos) {
    return Math.floorDiv(nanos, 1000L);
  }
}
