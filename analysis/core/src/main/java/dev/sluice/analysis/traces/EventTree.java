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

  /** Order indexes that no event had so far. */
  private long missing;

  private boolean hole;

  /** Where the next execution goes. */
  private int next;

  /** The innermost execution that has not ended; negative if there is none. */
  private int active;

  /** The latest time so far. */
  private long last;

  EventTree(Trace trace) {
    this.trace = trace;
  }

  /**
   * Fills the trace with what {@code count} events tell. An execution without its after event lasts
   * to the last event that is known to be in it; an after event without its before event tells of
   * no execution.
   */
  void build(long[] block, int count) {
    trace.prepare(sort(block, count));
    missing = count == 0 ? 0 : keys[0] >>> 32;
    hole = missing > 0;
    trace.rootless = hole;
    next = 0;
    active = -1;
    last = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        skip(keys[i - 1] >>> 32, keys[i] >>> 32);
      }
      event(block, (int) keys[i] * RecordPool.WORDS, keys[i] >>> 32);
    }
    finish();
    trace.missing = Math.max(missing, count == 0 ? 1 : 0);
  }

  /** Makes the keys: order index and place in the block. Returns how many are before events. */
  private int sort(long[] block, int count) {
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
    return befores;
  }

  private void skip(long before, long index) {
    int skipped = (int) (index - before) - 1;
    if (skipped < 0) {
      fault("two events have the order index " + index);
    }
    missing += Math.max(0, skipped);
    hole |= skipped > 0;
  }

  private void event(long[] block, int from, long index) {
    long time = block[from];
    int kind = (int) block[from + 2];
    int operation = (int) block[from + 3];
    if (kind == BEFORE) {
      if (active < 0 && next > 0 && !hole) {
        fault("a second root has the order index " + index);
      }
      begin(operation, time);
    } else {
      end(kind == AFTER_FAILED, operation, time);
    }
    last = Math.max(last, time);
  }

  private void fault(String text) {
    if (trace.fault == null) {
      trace.fault = text;
    }
  }

  private void begin(int operation, long time) {
    int i = next++;
    trace.operation[i] = operation;
    trace.order[i] = i + (int) missing;
    trace.depth[i] = active < 0 ? 0 : trace.depth[active] + 1;
    trace.parent[i] = active;
    trace.begin[i] = time;
    trace.end[i] = time;
    trace.flags[i] = active < 0 && hole ? Trace.PRESENT | Trace.LOOSE : Trace.PRESENT;
    active = i;
  }

  /**
   * Ends the execution that the event belongs to, and those that it called and that lack an end.
   */
  private void end(boolean failed, int operation, long time) {
    int ends = active;
    while (hole && ends >= 0 && trace.operation[ends] != operation) {
      ends = trace.parent[ends];
    }
    if (ends < 0 || trace.operation[ends] != operation) {
      if (!hole) {
        fault("an event ends " + trace.operations.signature(operation) + ", which is not active");
      }
      return;
    }
    while (active != ends) {
      leave(last, Trace.UNFINISHED);
    }
    leave(time, failed ? Trace.FAILED : 0);
  }

  private void finish() {
    while (active >= 0) {
      leave(last, Trace.UNFINISHED);
      missing += hole ? 0 : 1;
    }
    for (int i = 0; i < next; i++) {
      if (trace.parent[i] >= 0) {
        trace.self[trace.parent[i]] -= trace.duration(i);
      }
    }
  }

  /** Ends the active execution: its caller is active again. */
  private void leave(long time, int flag) {
    int i = active;
    trace.end[i] = time;
    trace.self[i] = trace.duration(i);
    trace.flags[i] |= (byte) flag;
    active = trace.parent[i];
  }
}
