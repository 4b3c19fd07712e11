package dev.sluice.analysis.traces;

import java.util.Arrays;

/**
 * Makes a trace of before and after events: an after event ends the last execution that has not
 * ended. For one thread.
 *
 * <p>Words of a record: time, 0, order index and kind, operation.
 */
final class EventTree {
  static final int BEFORE = 0;
  static final int AFTER = 1;
  static final int AFTER_FAILED = 2;

  private final Trace trace;
  private long[] keys = {};

  EventTree(Trace trace) {
    this.trace = trace;
  }

  /**
   * Fills the trace with what {@code count} events tell. An execution without its after event lasts
   * to the last event that is known to be in it; an after event without its before event tells of
   * no execution.
   */
  void build(long[] block, int count) {
    if (keys.length < count) {
      keys = new long[Math.max(count, 64)];
    }
    int befores = 0;
    for (int i = 0; i < count; i++) {
      long place = block[i * RecordPool.WORDS + 2];
      keys[i] = place & 0xffff_ffff_0000_0000L | i;
      befores += (int) place == BEFORE ? 1 : 0;
    }
    Arrays.sort(keys, 0, count);
    trace.prepare(befores);
    long missing = count == 0 ? 0 : keys[0] >>> 32;
    boolean hole = missing > 0;
    trace.rootless = hole;
    int next = 0;
    int active = -1;
    long last = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      int from = (int) keys[i] * RecordPool.WORDS;
      int skipped = i == 0 ? 0 : (int) ((keys[i] >>> 32) - (keys[i - 1] >>> 32)) - 1;
      if (skipped < 0) {
        fault("two events have the order index " + (keys[i] >>> 32));
      }
      missing += Math.max(0, skipped);
      hole |= skipped > 0;
      long time = block[from];
      int operation = (int) block[from + 3];
      if ((int) block[from + 2] == BEFORE) {
        if (active < 0 && next > 0 && !hole) {
          fault("a second root has the order index " + (keys[i] >>> 32));
        }
        begin(next, next + (int) missing, active, operation, time, hole);
        active = next++;
      } else {
        active = end(active, (int) block[from + 2] == AFTER_FAILED, operation, time, last, hole);
      }
      last = Math.max(last, time);
    }
    while (active >= 0) {
      active = leave(active, last, Trace.UNFINISHED);
      if (!hole) {
        missing++;
      }
    }
    for (int i = 0; i < next; i++) {
      if (trace.parent[i] >= 0) {
        trace.self[trace.parent[i]] -= trace.duration(i);
      }
    }
    trace.missing = Math.max(missing, count == 0 ? 1 : 0);
  }

  private void fault(String text) {
    if (trace.fault == null) {
      trace.fault = text;
    }
  }

  private void begin(int i, int order, int caller, int operation, long time, boolean hole) {
    trace.operation[i] = operation;
    trace.order[i] = order;
    trace.depth[i] = caller < 0 ? 0 : trace.depth[caller] + 1;
    trace.parent[i] = caller;
    trace.begin[i] = time;
    trace.end[i] = time;
    trace.flags[i] = caller < 0 && hole ? Trace.PRESENT | Trace.LOOSE : Trace.PRESENT;
  }

  /**
   * Ends the execution that the event belongs to, and those that it called and that lack an end.
   */
  private int end(int active, boolean failed, int operation, long time, long last, boolean hole) {
    int ends = active;
    while (hole && ends >= 0 && trace.operation[ends] != operation) {
      ends = trace.parent[ends];
    }
    if (ends < 0 || trace.operation[ends] != operation) {
      if (!hole) {
        fault("an event ends " + trace.operations.signature(operation) + ", which is not active");
      }
      return active;
    }
    int left = active;
    while (left != ends) {
      left = leave(left, last, Trace.UNFINISHED);
    }
    return leave(ends, time, failed ? Trace.FAILED : 0);
  }

  private int leave(int i, long time, int flag) {
    trace.end[i] = time;
    trace.self[i] = trace.duration(i);
    trace.flags[i] |= (byte) flag;
    return trace.parent[i];
  }
}
