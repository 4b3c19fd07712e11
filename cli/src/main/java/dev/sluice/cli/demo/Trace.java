package dev.sluice.cli.demo;

import dev.sluice.cli.Figures;
import dev.sluice.monitoring.records.OperationExecution;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The calls of one trace. For one thread. */
final class Trace {
  private static final int MAX_CALLS = 14;
  private static final int MAX_DEPTH = 128;

  private final List<OperationExecution> calls = new ArrayList<>();
  private long[] calleeNanos = new long[8];
  private long size;
  private int deepest;

  /** Adds the call that returned next; the result is the time of the calls it made itself. */
  long add(OperationExecution call) {
    size++;
    if (calls.size() <= MAX_CALLS) {
      calls.add(call);
    }
    int depth = call.ess();
    if (depth < 0 || depth >= MAX_DEPTH) {
      return 0;
    }
    deepest = Math.max(deepest, depth);
    if (depth + 1 >= calleeNanos.length) {
      calleeNanos = Arrays.copyOf(calleeNanos, depth * 2 + 2);
    }
    long callees = calleeNanos[depth + 1];
    calleeNanos[depth + 1] = 0;
    calleeNanos[depth] += call.tout() - call.tin();
    return callees;
  }

  /**
   * Whether it fits on a screen and is no less deep and no smaller than the other, an earlier one.
   */
  boolean isBetterSampleThan(Trace other) {
    if (size > MAX_CALLS || other == null) {
      return size <= MAX_CALLS;
    }
    return deepest > other.deepest || deepest == other.deepest && size >= other.size;
  }

  /** Draws it, a call a line, in the order in which the calls began. */
  void print(PrintStream out, String indent) {
    calls.sort(Comparator.comparingInt(OperationExecution::eoi));
    List<String> names = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      names.add(branches(i) + Signature.brief(calls.get(i).operationSignature()));
    }
    int width = names.stream().mapToInt(String::length).max().orElse(0);
    for (int i = 0; i < names.size(); i++) {
      long nanos = calls.get(i).tout() - calls.get(i).tin();
      out.println(
          indent
              + String.format(
                  Locale.ROOT, "%-" + width + "s  %8s", names.get(i), Figures.nanos(nanos)));
    }
  }

  private String branches(int index) {
    int depth = calls.get(index).ess();
    StringBuilder line = new StringBuilder();
    for (int level = 1; level < depth; level++) {
      line.append(hasSibling(index, level) ? "│  " : "   ");
    }
    if (depth > 0) {
      line.append(hasSibling(index, depth) ? "├─ " : "└─ ");
    }
    return line.toString();
  }

  /** Whether a call of that depth follows before the caller's next sibling. */
  private boolean hasSibling(int index, int depth) {
    for (int i = index + 1; i < calls.size() && calls.get(i).ess() >= depth; i++) {
      if (calls.get(i).ess() == depth) {
        return true;
      }
    }
    return false;
  }

  long traceId() {
    return calls.get(0).traceId();
  }
}
