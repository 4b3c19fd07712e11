package dev.sluice.monitoring.probe;

/**
 * An execution whose operation is known only when it ends, and which may end on another thread than
 * it began on. Only the thread that began it may call {@link #leave}; an execution is ended once.
 */
public final class OpenExecution {
  /** Exception that stands for a failure without one. */
  private static final Throwable NOTHING =
      new Throwable("failed", null, false, false) {
        private static final long serialVersionUID = 1;
      };

  private final ProbeThread thread;
  private final long frame;
  private final long tin;
  private final long traceId;
  private TraceLink place;
  private volatile boolean isLeft;

  private OpenExecution(ProbeThread thread, long frame, long tin) {
    this.thread = thread;
    this.frame = frame;
    this.tin = tin;
    traceId = thread.traceId();
  }

  /**
   * Begins an execution on the calling thread.
   *
   * @param operation what is known of it; of a kind that belongs to traces
   * @return null if the operation or the monitor is off, or the thread is not monitored
   */
  public static OpenExecution begin(Operation operation) {
    ProbeThread thread = operation.begin();
    if (thread == null) {
      return null;
    }
    long frame = thread.enter(operation);
    return new OpenExecution(thread, frame, frame < 0 ? 0 : System.nanoTime());
  }

  /**
   * Begins an execution that is recognized only after it began at {@code tin}. What the thread
   * executed since then is not counted as called by it.
   *
   * @param tin {@link System#nanoTime()} when it began
   */
  public static OpenExecution begin(Operation operation, long tin) {
    ProbeThread thread = operation.begin();
    return thread == null ? null : new OpenExecution(thread, thread.enter(operation), tin);
  }

  /**
   * Returns whether its trace is recorded; if it is not, the execution must be ended all the same.
   */
  public boolean isRecorded() {
    return frame >= 0;
  }

  /** Returns the execution's trace, if that is recorded. */
  public long traceId() {
    return traceId;
  }

  /** Returns the execution's order index in the trace. */
  public int orderIndex() {
    return (int) (frame >>> ProbeThread.ORDER_SHIFT) & ProbeThread.ORDER_MASK;
  }

  /** Returns whether the thread is still in this execution, and in none that began later. */
  public boolean isInnermost() {
    return thread.depth == depth() + 1 && (!isRecorded() || thread.traceId() == traceId);
  }

  /**
   * Notes that the execution only takes a message; called before its end. If no execution began in
   * it, the message may be handled later, together with others ({@link ProbeThread#hasUsed}).
   */
  public void unuse() {
    if (isRecorded() && isInnermost()) {
      thread.unuse();
    }
  }

  private int depth() {
    return (int) frame & ProbeThread.DEPTH_MASK;
  }

  /** Ends the execution, on the thread that began it or, after it left that thread, on any. */
  public void end(Operation operation, boolean failed) {
    if (isLeft) {
      endElsewhere(operation, failed);
    } else {
      thread.exit(operation, frame, tin, failed ? NOTHING : null);
    }
  }

  /**
   * Notes the execution's place in the trace for other threads, which may continue it immediately.
   */
  public void mark() {
    place = thread.capture();
  }

  /** Separates the execution from the calling thread, which continues without it. */
  public void leave(Operation operation) {
    mark();
    if (isRecorded() && thread.isLinkLocal()) {
      thread.announce(tin);
    }
    thread.exit(operation, depth() | ProbeThread.UNTIMED, 0);
    isLeft = true;
  }

  /**
   * Returns the place where another thread continues the execution, after {@link #mark} or {@link
   * #leave}.
   */
  public TraceLink place() {
    return place;
  }

  /** Ends the execution on any thread, without a change to the thread's own trace. */
  public void endElsewhere(Operation operation, boolean failed) {
    if (isRecorded()) {
      long tout = System.nanoTime();
      Probes probes = thread.probes;
      try {
        probes.executions.emit(
            operation.signature,
            place == null ? null : place.session,
            traceId,
            tin,
            tout,
            probes.hostname,
            orderIndex(),
            depth(),
            failed);
      } catch (Throwable failure) {
        probes.failed();
      }
    }
  }
}
