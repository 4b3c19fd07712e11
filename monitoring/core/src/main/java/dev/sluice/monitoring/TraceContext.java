package dev.sluice.monitoring;

import dev.sluice.api.record.Symbol;

/**
 * Where a thread is in its trace: which trace, how many executions began in it, how many are
 * active. A trace begins with an execution that finds no other active on its thread, and ends with
 * it.
 *
 * <p>One per thread and monitor; only that thread may use it. Nothing here allocates but {@link
 * #session}.
 *
 * <p>The state of an active execution is its <i>frame</i>, a number that the probe keeps in a local
 * variable. Leaving restores the depth from the frame and does not count down, so the context is
 * right again even if a frame in between was left without its probe.
 */
public final class TraceContext {
  private final TraceIds ids;
  private long nextId;
  private long lastId;

  private long traceId;
  private int order;
  private int depth;
  private Symbol session;

  TraceContext(TraceIds ids) {
    this.ids = ids;
  }

  /**
   * An execution begins.
   *
   * @return its frame: order index in the upper half, stack depth in the lower
   */
  public long enter() {
    int ess = depth;
    if (ess == 0) {
      beginTrace();
    }
    depth = ess + 1;
    return (long) order++ << 32 | ess;
  }

  /** The execution with that frame ends, normally or not, and with it all that began inside it. */
  public void exit(long frame) {
    depth = (int) frame;
  }

  private void beginTrace() {
    if (nextId == lastId) {
      nextId = ids.nextBlock();
      lastId = nextId + TraceIds.BLOCK;
    }
    traceId = nextId++;
    order = 0;
  }

  /**
   * The order index in a frame: how many executions of the trace began before, from 0; wraps at
   * 2^31.
   */
  public static int orderIndex(long frame) {
    return (int) (frame >>> 32);
  }

  /** The stack depth in a frame: how many executions of the trace were active, from 0. */
  public static int stackDepth(long frame) {
    return (int) frame;
  }

  /** The current trace or, outside of one, the last; unique within the producer. */
  public long traceId() {
    return traceId;
  }

  /** The session of this thread's executions, or null. */
  public Symbol session() {
    return session;
  }

  /**
   * Sets the session of the executions that end on this thread from now on.
   *
   * @param id any text; null for none. Sessions are many and short-lived, so it takes no place
   *     among the collector's symbols
   */
  public void session(String id) {
    session = id == null ? null : new Symbol(id, Symbol.INLINE);
  }
}
