package dev.sluice.monitoring.micrometer;

import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.probe.TraceContext;
import dev.sluice.monitoring.probe.TraceLink;

/**
 * The place of an observation in a trace. A trace has the observations that one thread starts
 * within each other: from their order and depth readers rebuild the tree. An observation that
 * another thread starts, or that starts beside an observation that is still open, begins a trace of
 * its own, which names its parent. Any thread.
 */
final class ObservedPlace {
  /** State that the observations of a trace share. */
  private static final class Shared {
    private final Thread starter = Thread.currentThread();
    private int next;
    private ObservedPlace first;
    private ObservedPlace innermost;
  }

  private final Shared shared;
  private final ObservedPlace around;
  final long trace;
  final int order;
  final int depth;
  final long begin = System.nanoTime();

  /** Link for traces that executions begin within this observation, and for other processes. */
  final TraceLink link;

  private boolean ended;
  private TraceContext left;

  private ObservedPlace(Shared shared, ObservedPlace around, long trace, TraceLink from) {
    this.shared = shared;
    this.around = around;
    this.trace = trace;
    order = shared.next++;
    depth = around == null ? 0 : around.depth + 1;
    shared.first = around == null ? this : shared.first;
    shared.innermost = this;
    link = from.to(trace, order, depth + 1);
  }

  /**
   * Returns the place of the first observation of a trace, with the trace's origin; a trace with a
   * negative id is not recorded.
   */
  static ObservedPlace first(long trace, TraceLink from) {
    return new ObservedPlace(new Shared(), null, trace, from);
  }

  /** Returns the place of an observation that starts within this one; null if it begins a trace. */
  ObservedPlace child() {
    synchronized (shared) {
      return shared.innermost == this && shared.starter == Thread.currentThread()
          ? new ObservedPlace(shared, this, trace, link)
          : null;
    }
  }

  /**
   * Ends the observation; returns the surrounding place if the trace's first observation has ended
   * before, otherwise null.
   */
  ObservedPlace end() {
    synchronized (shared) {
      ended = true;
      while (shared.innermost != null && shared.innermost.ended) {
        shared.innermost = shared.innermost.around;
      }
      return shared.first != this && shared.first.ended ? around : null;
    }
  }

  /**
   * Returns the fields of a context for another tracer in this process, made once for all calls;
   * null if there is none.
   */
  String[] leave(Symbol medium) {
    synchronized (shared) {
      left = left == null ? link.depart(medium) : left;
      return TraceContext.fields(left);
    }
  }
}
