package dev.sluice.monitoring.micrometer;

/**
 * The place of an observation in a trace. A trace has the observations that one thread starts
 * within each other: from their order and depth readers rebuild the tree. What another thread
 * starts, or what starts beside an observation that is still open, begins a trace of its own, which
 * names its parent. Any thread.
 */
final class ObservedPlace {
  /** What the observations of a trace share. */
  private static final class Shared {
    private final Thread starter = Thread.currentThread();
    private int next;
    private ObservedPlace first;
    private ObservedPlace innermost;
  }

  private final Shared shared;
  private final ObservedPlace around;
  private final long trace;
  private final int order;
  private final int depth;
  private final long begin = System.nanoTime();
  private boolean ended;

  private ObservedPlace(Shared shared, ObservedPlace around, long trace) {
    this.shared = shared;
    this.around = around;
    this.trace = trace;
    order = shared.next++;
    depth = around == null ? 0 : around.depth + 1;
    shared.first = around == null ? this : shared.first;
    shared.innermost = this;
  }

  /** The first of a trace; a negative one is not recorded. */
  static ObservedPlace first(long trace) {
    return new ObservedPlace(new Shared(), null, trace);
  }

  /** The place of an observation that starts within this one; null if it begins a trace. */
  ObservedPlace child() {
    synchronized (shared) {
      return shared.innermost == this && shared.starter == Thread.currentThread()
          ? new ObservedPlace(shared, this, trace)
          : null;
    }
  }

  /** It ends; returns what is around it if the trace's first has ended before, else null. */
  ObservedPlace end() {
    synchronized (shared) {
      ended = true;
      while (shared.innermost != null && shared.innermost.ended) {
        shared.innermost = shared.innermost.around;
      }
      return shared.first != this && shared.first.ended ? around : null;
    }
  }

  long trace() {
    return trace;
  }

  int order() {
    return order;
  }

  int depth() {
    return depth;
  }

  long begin() {
    return begin;
  }
}
