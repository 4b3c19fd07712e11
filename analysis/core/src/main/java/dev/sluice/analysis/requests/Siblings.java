package dev.sluice.analysis.requests;

import dev.sluice.analysis.requests.PathNode.Mark;
import dev.sluice.analysis.traces.Trace;
import java.util.Arrays;

/**
 * What the calls that one call makes have in common: many of one operation, long ones of several
 * after another; where a request's failure began, and failures that nobody passes on. Marks it at
 * nodes. For one thread.
 */
final class Siblings {
  /** Number of calls of one operation by one call from which they count as repeated. */
  static final int MIN_REPEATED = 5;

  /** Nothing that leaves the program comes back within so many nanoseconds. */
  static final long LASTING_NANOS = 50_000;

  /** A call below is long from this part of its caller on, and from so many nanoseconds on. */
  private static final double LONG_PART = 0.25;

  private static final long LONG_NANOS = 10_000_000;

  /** By execution: its newest group of callees plus one, 0 if there is none. */
  private int[] newest = {};

  private int[] next = {};
  private int[] sample = {};
  private int[] count = {};
  private int[] lasting = {};
  private long[] nanos = {};
  private long[] end = {};
  private int groups;
  private boolean[] failing = {};

  void of(Trace trace, PathNode[] nodeOf) {
    prepare(trace.size());
    for (int i = 0, size = trace.size(); i < size; i++) {
      if (trace.parent(i) >= 0 && !trace.unfinished(i)) {
        add(trace, trace.parent(i), i);
      }
    }
    for (int i = 0, size = trace.size(); i < size; i++) {
      if (newest[i] != 0) {
        many(trace, i, nodeOf);
        serial(trace, i, nodeOf[i]);
      }
    }
    swallowed(trace, nodeOf);
    int origin = origin(trace);
    if (origin >= 0) {
      mark(nodeOf[origin], Mark.ORIGIN, 1);
    }
  }

  /** The deepest execution that failed with all that called it; -1 if the request did not fail. */
  private int origin(Trace trace) {
    int origin = trace.size() > 0 && trace.depth(0) == 0 && trace.failed(0) ? 0 : -1;
    for (int i = 0, size = origin < 0 ? 0 : trace.size(); i < size; i++) {
      failing[i] = trace.failed(i) && (i == 0 || trace.parent(i) >= 0 && failing[trace.parent(i)]);
      origin = failing[i] && trace.depth(i) > trace.depth(origin) ? i : origin;
    }
    return origin;
  }

  private void swallowed(Trace trace, PathNode[] nodeOf) {
    for (int i = 1, size = trace.size(); i < size; i++) {
      if (trace.failed(i)) {
        swallowed(trace, i, after(trace, i), nodeOf[i]);
      }
    }
  }

  /** The next call that is not below this one. */
  private static int after(Trace trace, int i) {
    int after = i + 1;
    while (after < trace.size() && trace.depth(after) > trace.depth(i)) {
      after++;
    }
    return after;
  }

  /** Marks a failure whose caller ended without one, or went on to another call. */
  private void swallowed(Trace trace, int i, int after, PathNode node) {
    boolean isNext = after < trace.size() && trace.depth(after) == trace.depth(i);
    int caller = trace.parent(i);
    boolean isKnown = caller >= 0 && !trace.unfinished(caller);
    if (isKnown ? trace.failed(caller) : !isNext) {
      return;
    }
    if (!isNext || trace.operation(after) != trace.operation(i)) {
      mark(node, Mark.SWALLOWED, 1);
    } else if (!isFew(trace, caller, i)) {
      mark(node, isKnown ? Mark.REPEATED_FAILED : Mark.SWALLOWED, 1);
    }
  }

  /** Whether its caller makes few calls of its operation, so that another one is a retry. */
  private boolean isFew(Trace trace, int caller, int i) {
    int group = caller < 0 ? -1 : group(trace, caller, i);
    return group >= 0 && count[group] < MIN_REPEATED;
  }

  /** The group of calls of its operation by the same caller; -1 if there is none. */
  private int group(Trace trace, int caller, int i) {
    int group = newest[caller] - 1;
    while (group >= 0 && trace.operation(sample[group]) != trace.operation(i)) {
      group = next[group] - 1;
    }
    return group;
  }

  private static void mark(PathNode node, Mark mark, long count) {
    if (node != null) {
      node.mark(mark, count);
    }
  }

  private void prepare(int size) {
    if (newest.length < size) {
      int room = Math.max(size, newest.length * 2);
      newest = new int[room];
      next = new int[room];
      sample = new int[room];
      count = new int[room];
      lasting = new int[room];
      nanos = new long[room];
      end = new long[room];
      failing = new boolean[room];
    }
    Arrays.fill(newest, 0, size, 0);
    groups = 0;
  }

  private void add(Trace trace, int parent, int i) {
    int group = group(trace, parent, i);
    if (group < 0) {
      group = open(parent, i);
    }
    // What overlaps, as by a clock that went back, was not made one after another.
    count[group] = trace.begin(i) < end[group] ? Integer.MIN_VALUE : count[group] + 1;
    nanos[group] += trace.duration(i);
    lasting[group] += trace.duration(i) >= LASTING_NANOS ? 1 : 0;
    end[group] = trace.end(i);
  }

  private int open(int parent, int i) {
    int group = groups++;
    next[group] = newest[parent];
    newest[parent] = group + 1;
    sample[group] = i;
    count[group] = 0;
    lasting[group] = 0;
    nanos[group] = 0;
    end[group] = Long.MIN_VALUE;
    return group;
  }

  private void many(Trace trace, int caller, PathNode[] nodeOf) {
    for (int group = newest[caller] - 1; group >= 0; group = next[group] - 1) {
      if (count[group] >= MIN_REPEATED && !recurs(trace, caller, trace.operation(sample[group]))) {
        PathNode node = nodeOf[sample[group]];
        mark(node, Mark.CALLERS, 1);
        mark(node, Mark.REPEATED, count[group]);
        mark(node, Mark.REPEATED_NANOS, nanos[group]);
        mark(node, Mark.REPEATED_LASTING, lasting[group]);
      }
    }
  }

  private static boolean recurs(Trace trace, int caller, int operation) {
    int at = caller;
    while (at >= 0 && trace.operation(at) != operation) {
      at = trace.parent(at);
    }
    return at >= 0;
  }

  private void serial(Trace trace, int caller, PathNode node) {
    double least = Math.max(LONG_NANOS, LONG_PART * trace.duration(caller));
    int found = 0;
    long all = 0;
    long most = 0;
    String last = null;
    boolean sorted = false;
    for (int group = newest[caller] - 1; group >= 0; group = next[group] - 1) {
      if (nanos[group] >= least && count[group] > 0 && count[group] < MIN_REPEATED) {
        String name = trace.signature(sample[group]);
        sorted = last == null || name.compareTo(last) < 0;
        last = name;
        found++;
        all += nanos[group];
        most = Math.max(most, nanos[group]);
      }
    }
    if (found > 1) {
      mark(node, Mark.SERIAL, 1);
      mark(node, Mark.SERIAL_NANOS, all - most);
      mark(node, Mark.SORTED, sorted ? 1 : 0);
    }
  }
}
