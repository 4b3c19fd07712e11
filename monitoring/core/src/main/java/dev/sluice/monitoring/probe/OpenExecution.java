package dev.sluice.monitoring.probe;

/**
 * An execution whose operation is known only when it ends, and which may end on another thread than
 * it began on. Only the thread that began it may call {@link #leave}; an execution is ended once.
 */
public final class OpenExecution {
  /** Stands for what is thrown where an execution fails without. */
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
   * Begins one on the calling thread.
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
   * Begins one of which it turns out only now that it is one. What the thread executed meanwhile is
   * not called by it.
   *
   * @param tin {@link System#nanoTime()} when it began
   */
  public static OpenExecution begin(Operation operation, long tin) {
    ProbeThread thread = operation.begin();
    return thread == null ? null : new OpenExecution(thread, thread.enter(operation), tin);
  }

  /** Returns whether its trace is recorded; if not, it must be ended all the same. */
  public boolean isRecorded() {
    return frame >= 0;
  }

  /** Its trace, if that is recorded. */
  public long traceId() {
    return traceId;
  }

  /** Its order index in the trace. */
  public int orderIndex() {
    return (int) (frame >>> ProbeThread.ORDER_SHIFT) & ProbeThread.ORDER_MASK;
  }

  /** Returns whether the thread is still in it, and in none that began later. */
  public boolean isInnermost() {
    return thread.depth == depth() + 1 && (!isRecorded() || thread.traceId() == traceId);
  }

  /**
   * To be called before its end where it is nothing but a message that is taken: if nothing began
   * in it, the message may be handled later, with others ({@link ProbeThread#hasUsed}).
   */
  public void unuse() {
    if (isRecorded() && isInnermost()) {
      thread.unuse();
    }
  }

  private int depth() {
    return (int) frame & ProbeThread.DEPTH_MASK;
  }

  /** It ends, on the thread that began it or, after that left it, on any. */
  public void end(Operation operation, boolean failed) {
    if (isLeft) {
      endElsewhere(operation, failed);
    } else {
      thread.exit(operation, frame, tin, failed ? NOTHING : null);
    }
  }

  /** Notes where it is for other threads, which may go on with it at once. */
  public void mark() {
    place = thread.capture();
  }

  /** The thread goes on without it. */
  public void leave(Operation operation) {
    mark();
    if (isRecorded() && thread.isLinkLocal()) {
      thread.announce(tin);
    }
    thread.exit(operation, depth() | ProbeThread.UNTIMED, 0);
    isLeft = true;
  }

  /** Returns where another thread goes on with it, after {@link #mark} or {@link #leave}. */
  public TraceLink place() {
    return place;
  }

  /** It ends on any thread, and leaves those as they are. */
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
