package dev.sluice.analysis.traces;

import java.util.Arrays;

/**
 * Makes a trace of records of operation executions: its order indexes put the executions into the
 * order in which they began, and its depths tell which one called which. For one thread.
 *
 * <p>Words of a record: begin, end, order index and depth, operation and whether it failed.
 */
final class ExecutionTree {
  private final Trace trace;
  private long[] keys = {};

  ExecutionTree(Trace trace) {
    this.trace = trace;
  }

  static long place(int order, int depth) {
    return (long) order << 32 | depth & 0xffff_ffffL;
  }

  static long what(int operation, boolean failed) {
    return (long) operation << 1 | (failed ? 1 : 0);
  }

  /**
   * Fills the trace with {@code count} executions.
   *
   * @param maxOrder the largest of their order indexes
   */
  void build(long[] block, int count, int maxOrder) {
    trace.prepare(count);
    if (count != maxOrder + 1 || !placed(block, count)) {
      sorted(block, count);
    }
    link();
  }

  /** Each at the place that its order index names; false if two have the same. */
  private boolean placed(long[] block, int count) {
    byte[] flags = trace.flags;
    for (int from = 0; from < count * RecordPool.WORDS; from += RecordPool.WORDS) {
      int order = (int) (block[from + 2] >>> 32);
      if (flags[order] != 0) {
        Arrays.fill(flags, 0, count, (byte) 0);
        return false;
      }
      put(order, block, from);
    }
    return true;
  }

  private void sorted(long[] block, int count) {
    if (keys.length < count) {
      keys = new long[Math.max(count, 64)];
    }
    for (int i = 0; i < count; i++) {
      keys[i] = block[i * RecordPool.WORDS + 2] & 0xffff_ffff_0000_0000L | i;
    }
    Arrays.sort(keys, 0, count);
    for (int i = 0; i < count; i++) {
      put(i, block, (int) keys[i] * RecordPool.WORDS);
    }
  }

  private void put(int to, long[] block, int from) {
    long place = block[from + 2];
    long what = block[from + 3];
    trace.begin[to] = block[from];
    trace.end[to] = block[from + 1];
    trace.self[to] = Math.max(0, block[from + 1] - block[from]);
    trace.order[to] = (int) (place >>> 32);
    trace.depth[to] = (int) place;
    trace.operation[to] = (int) (what >>> 1);
    trace.flags[to] = (what & 1) == 0 ? Trace.PRESENT : Trace.PRESENT | Trace.FAILED;
  }

  /** Finds the caller of each execution, its self time, what is missing and what is wrong. */
  private void link() {
    int[] order = trace.order;
    int[] depth = trace.depth;
    int[] parent = trace.parent;
    int size = trace.size;
    long missing = size == 0 ? 1 : order[0];
    trace.rootless = missing > 0;
    int caller = -1;
    for (int i = 0; i < size; i++) {
      int level = depth[i];
      int skipped = i == 0 ? order[0] : order[i] - order[i - 1] - 1;
      check(i, skipped);
      missing += i == 0 ? 0 : Math.max(0, skipped);
      while (caller >= 0 && depth[caller] >= level) {
        caller = parent[caller];
      }
      boolean known = caller >= 0 && depth[caller] == level - 1 && encloses(caller, i);
      parent[i] = caller;
      if (known) {
        trace.self[caller] -= trace.duration(i);
      } else if (level > 0) {
        trace.flags[i] |= Trace.LOOSE;
      }
      caller = i;
    }
    trace.missing = missing;
    detach();
  }

  /** Until here a loose execution's parent is the nearest that is less deep: it kept the stack. */
  private void detach() {
    for (int i = 0; i < trace.size; i++) {
      if (trace.isLoose(i)) {
        trace.parent[i] = -1;
      }
    }
  }

  /**
   * Whether that execution called the other. Where some between them are missing, one of them may
   * have, after this one ended; so it must not have ended when the other began.
   */
  private boolean encloses(int caller, int i) {
    boolean nothingMissing = trace.order[i] - trace.order[caller] == i - caller;
    return nothingMissing
        || trace.begin[i] < trace.end[caller] && trace.end[i] <= trace.end[caller];
  }

  private void check(int i, int skipped) {
    if (trace.fault != null) {
      return;
    }
    int order = trace.order[i];
    int depth = trace.depth[i];
    if (i > 0 && skipped < 0) {
      trace.fault = "two executions have the order index " + order;
    } else if (depth == 0 && order > 0) {
      trace.fault = "a second root has the order index " + order;
    } else if (depth > order) {
      trace.fault = "the execution with the order index " + order + " has the depth " + depth;
    } else if (i > 0 && (long) depth > (long) trace.depth[i - 1] + 1 + skipped) {
      trace.fault =
          "the execution with the order index "
              + order
              + " is at depth "
              + depth
              + ", the one before at "
              + trace.depth[i - 1];
    }
  }
}
