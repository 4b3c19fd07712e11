package dev.sluice.monitoring.probe;

import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.Symbol;
import java.util.List;

/**
 * The state of a thread in its trace: the trace, how many executions began in it and how many are
 * active. A trace begins with an execution while no other is active on its thread, and ends with
 * that execution. One per thread and {@link Probes}; only that thread may use it. Allocates
 * nothing, but for {@link #session} and {@link #capture}. The methods called at the beginning and
 * the end of an execution never throw: on a failure the record is dropped and counted.
 *
 * <p>The state of an active execution is its <i>frame</i>, a number that the instrumented method
 * keeps in a local variable. Leaving restores the depth from the frame and does not count down, so
 * the state is right again even if a frame in between was left without its probe, or monitoring was
 * switched on or off in between.
 */
public final class ProbeThread {
  /** Frame of an execution whose begin failed: nothing is recorded, nothing restored. */
  public static final long NONE = Long.MIN_VALUE | 1L << 31;

  /** Sign bit of a frame: nothing of this execution is recorded, the clock need not be read. */
  static final long UNTIMED = Long.MIN_VALUE;

  /** Bit of a frame: the execution's trace is not recorded. */
  private static final long UNTRACED = 1L << 62;

  /** Bit into which the order index overflowed; it must be cleared. */
  private static final long CARRY = 1L << 61;

  /** Bit of a frame: the execution belongs to no trace and does not change the depth. */
  private static final long DEPTHLESS = 1L << 31;

  /**
   * Bit of a frame: the execution's begin is an event of its own; only together with {@link
   * #SPECIAL}.
   */
  private static final long BEGUN = 1L << 30;

  /** Bit of a frame: the end of the execution emits more than an {@code OperationExecution}. */
  private static final long SPECIAL = 1L << 29;

  static final int DEPTH_MASK = (1 << 29) - 1;

  private static final long UNUSUAL = UNTIMED | UNTRACED | CARRY | DEPTHLESS | SPECIAL;

  /** Mask of order indexes, which start again after 2<sup>29</sup> executions of a trace. */
  static final int ORDER_MASK = 0x1fff_ffff;

  static final int ORDER_SHIFT = 32;
  private static final long ONE_ORDER = 1L << ORDER_SHIFT;

  final Thread owner;
  final Probes probes;
  private final PackedRows packed;

  /** Word of rows without a session; negative if the host name has no id. */
  private final long sessionAndHostname;

  private final ThreadAggregates aggregates;

  /** Stripe of the ring that the thread owns, or null. */
  private RowBuffer buffer;

  private long nextId;
  private long lastId;

  private long traceId;
  private int eventOrder;
  int depth;

  /**
   * First bits of the next frame of the trace: its order index, and {@link #UNTRACED}, {@link
   * #SPECIAL} or none of them; {@link #CARRY} too, until the next execution ends.
   */
  long next;

  private boolean announced;
  Symbol session;
  private TraceLink link;
  private boolean linkUsed;

  ProbeThread(Probes probes, Thread owner) {
    this.probes = probes;
    this.owner = owner;
    this.packed = probes.packed;
    this.sessionAndHostname = PackedRows.pair(0, probes.hostname.id());
    this.aggregates = new ThreadAggregates(probes, owner);
  }

  /**
   * Begins an execution and returns its frame.
   *
   * @param operation what is executed, of the same probes
   * @return its frame; negative if the clock need not be read
   */
  public long enter(Operation operation) {
    if (!operation.executionsOnly) {
      return enterOther(operation);
    }
    long frame = step();
    return (frame & UNTRACED) == 0 ? frame : frame | UNTIMED;
  }

  private long enterOther(Operation operation) {
    if (!operation.traced) {
      return DEPTHLESS;
    }
    long frame = step();
    if ((frame & UNTRACED) != 0) {
      return operation.timedWithoutTrace ? frame : frame | UNTIMED;
    }
    return frame | SPECIAL | (operation.events ? BEGUN : 0);
  }

  /**
   * Begins an execution in the trace; returns its order index, its depth and the flags of its
   * trace.
   */
  private long step() {
    int ess = depth;
    if (ess == 0) {
      beginTrace();
    }
    depth = ess + 1;
    long frame = next | ess;
    if ((frame & UNTRACED) == 0) {
      next += ONE_ORDER;
    }
    return frame;
  }

  /**
   * Emits the event of a begin after the clock was read; for operations that {@linkplain
   * Operation#hasEvents have events}.
   *
   * @param frame what {@link #enter} returned, not negative
   * @param tin {@link System#nanoTime} when the execution began
   * @param self the object that executes the operation, null if there is none (yet)
   */
  public void before(Operation operation, long frame, long tin, Object self) {
    if ((frame & (UNTRACED | DEPTHLESS | BEGUN)) == BEGUN) {
      try {
        announce(tin);
        probes.befores.emit(
            tin, traceId, eventOrder++, operation.signature, probes.classOf(self, operation));
      } catch (Throwable failure) {
        probes.failed();
      }
    }
  }

  /**
   * Ends an execution normally: reads the clock, restores the state, emits the record.
   *
   * @param frame what {@link #enter} returned
   * @param tin {@link System#nanoTime} when it began; of no meaning if the frame is negative
   */
  public void exit(Operation operation, long frame, long tin) {
    if ((frame & UNUSUAL) == 0) {
      long tout = System.nanoTime();
      depth = (int) frame;
      emitExecution(operation, frame, tin, tout, operation.executionRow, false);
    } else {
      exitOther(operation, frame, tin, null, null);
    }
  }

  /**
   * Ends an execution, normally or with an exception.
   *
   * @param frame what {@link #enter} returned
   * @param tin {@link System#nanoTime} when it began; of no meaning if the frame is negative
   * @param failure what the execution throws, or null
   */
  public void exit(Operation operation, long frame, long tin, Throwable failure) {
    if (failure == null) {
      exit(operation, frame, tin);
    } else {
      exit(operation, frame, tin, null, failure);
    }
  }

  /**
   * Ends an execution of an operation that {@linkplain Operation#hasEvents has events}, normally or
   * with an exception.
   *
   * @param self as in {@link #before}
   * @param failure what the execution throws, or null
   */
  public void exit(Operation operation, long frame, long tin, Object self, Throwable failure) {
    if (failure != null && (frame & UNUSUAL) == 0) {
      long tout = System.nanoTime();
      depth = (int) frame;
      emitExecution(operation, frame, tin, tout, operation.failedExecutionRow, true);
    } else {
      exitOther(operation, frame, tin, self, failure);
    }
  }

  private void exitOther(
      Operation operation, long frame, long tin, Object self, Throwable failure) {
    if (frame < 0) {
      if ((frame & DEPTHLESS) == 0) {
        depth = (int) frame;
      }
      return;
    }
    long tout = System.nanoTime();
    boolean failed = failure != null;
    // Its code may be monitored, too, and is then called by this execution.
    String cause = failed && (frame & BEGUN) != 0 ? Probes.text(failure) : null;
    // Decided when it began: what is recorded of the operation may have been switched since.
    if ((frame & DEPTHLESS) == 0) {
      depth = (int) frame & DEPTH_MASK;
    }
    try {
      if ((frame & (UNTRACED | DEPTHLESS)) == 0) {
        next &= ~CARRY;
        if (isLinkLocal()) {
          announce(tin);
        }
        emitTraced(operation, frame, tin, tout, self, failed, cause);
      }
      if (operation.durations) {
        emitDuration(operation, tin, tout, failed);
      }
      if (operation.aggregates) {
        aggregates.add(operation, tin, tout, failed);
      }
    } catch (Throwable error) {
      probes.failed();
    }
  }

  private void emitTraced(
      Operation operation,
      long frame,
      long tin,
      long tout,
      Object self,
      boolean failed,
      String cause) {
    if (operation.executions) {
      long row = failed ? operation.failedExecutionRow : operation.executionRow;
      emitExecution(operation, frame & ~(CARRY | BEGUN | SPECIAL), tin, tout, row, failed);
    }
    if (operation.events && (frame & BEGUN) != 0) {
      TraceEvents.after(probes, traceId, eventOrder++, operation, tout, self, failed, cause);
    }
  }

  /**
   * Emits an execution; the frame has only order index and depth, the row's word 0 contains whether
   * it failed.
   */
  private void emitExecution(
      Operation operation, long frame, long tin, long tout, long row, boolean failed) {
    int eoi = (int) (frame >>> ORDER_SHIFT);
    int ess = (int) frame;
    if (session == null && (row | sessionAndHostname) >= 0) {
      RowBuffer target = buffer;
      packed.emitExecution(
          target == null ? findBuffer() : target,
          row,
          sessionAndHostname,
          PackedRows.pair(eoi, ess),
          traceId,
          tin,
          tout);
    } else {
      probes.executions.emit(
          operation.signature, session, traceId, tin, tout, probes.hostname, eoi, ess, failed);
    }
  }

  private void emitDuration(Operation operation, long tin, long tout, boolean failed) {
    long row = failed ? operation.failedDurationRow : operation.durationRow;
    if (row >= 0) {
      RowBuffer target = buffer;
      packed.emitDuration(target == null ? findBuffer() : target, row, tout, tout - tin);
    } else {
      probes.durations.emit(tout, operation.signature, tout - tin, failed);
    }
  }

  private RowBuffer findBuffer() {
    RowBuffer found = probes.sink.buffer();
    if (found.isOwnedBy(owner)) {
      buffer = found;
    }
    return found;
  }

  private void beginTrace() {
    useLink();
    TraceSampler sampler = probes.sampler();
    boolean local = isLinkLocal();
    boolean recorded =
        local ? link.recorded : sampler == null || sampler.sample(order() + eventOrder);
    next = !recorded ? UNTRACED : local ? SPECIAL : 0;
    eventOrder = 0;
    announced = false;
    if (recorded) {
      traceId = newId();
      TraceEvents.began(probes, traceId, link);
    }
  }

  private long newId() {
    if (nextId == lastId) {
      nextId = probes.ids.nextBlock();
      lastId = nextId + TraceIds.BLOCK;
    }
    return nextId++;
  }

  boolean isLinkLocal() {
    return link != null && link.isLocal();
  }

  private int order() {
    return (int) (next >>> ORDER_SHIFT) & ORDER_MASK;
  }

  /** Emits, once, the data that the trace's events have in common. */
  void announce(long time) {
    if (!announced) {
      announced = true;
      TraceEvents.announced(this, link, time);
    }
  }

  /** Returns the current trace or, outside of one, the last one that was recorded. */
  public long traceId() {
    return traceId;
  }

  /** Returns the session of this thread's executions, or null. */
  public String session() {
    return session == null ? null : session.value();
  }

  /**
   * Sets the session of the executions that end on this thread from now on, and of the traces that
   * they start on other threads.
   *
   * @param id any text; null for none. Sessions are many and short-lived, so it takes no place
   *     among the collector's symbols
   */
  public void session(String id) {
    session = id == null ? null : new Symbol(id, Symbol.INLINE);
  }

  /**
   * Captures the thread's place in its trace, for another thread. Between traces it is the place
   * that the thread itself adopted; null if there is none.
   */
  public TraceLink capture() {
    if (depth == 0) {
      return link != null && link.firstTraceOnly ? null : link;
    }
    return new TraceLink(
        probes,
        traceId,
        last(),
        depth,
        session,
        (next & UNTRACED) == 0,
        isLinkLocal() ? link.root : traceId,
        link == null ? null : link.context);
  }

  /** Returns the order index of the last event or, without one, execution. */
  private int last() {
    return eventOrder > 0 ? eventOrder - 1 : (order() - 1) & ORDER_MASK;
  }

  /**
   * Takes a context from another process: traces that begin from now on belong to it, until {@link
   * #release}. A trace that is recorded notes a link to it, unless it belongs to it already.
   *
   * @param context null if what came has none: these traces come from nowhere
   * @return the argument for {@link #release}, null if nothing changed
   */
  public Object arrive(TraceContext context) {
    if (depth == 0) {
      return adopt(context == null ? null : TraceLink.remote(probes, context, List.of()));
    }
    if (context != null && (next & UNTRACED) == 0 && !(link != null && link.isFrom(context))) {
      TraceEvents.emitRemoteParent(probes, traceId, context, last(), depth, true);
    }
    return null;
  }

  /**
   * Returns the context for a message to another process, with an id of the call. {@link #departed}
   * records the call after the context was put into the message, so that an unanswered call was
   * really sent.
   *
   * @return the context to send along; what came in unchanged if nothing is recorded here, null if
   *     nothing came either
   */
  public TraceContext depart() {
    TraceLink place = departure();
    boolean isPlace = place != null && place.isLocal() && place.recorded;
    return isPlace ? place.next(newId()) : place == null ? null : place.context;
  }

  /**
   * Records the call whose context {@link #depart} returned, after it was put into the message.
   * Never throws.
   *
   * @param medium how it is sent
   */
  public void departed(TraceContext sent, Symbol medium) {
    TraceLink place = departure();
    if (place != null && sent != place.context) {
      TraceEvents.emitRemoteCall(place, sent, medium);
    }
  }

  private TraceLink departure() {
    return depth == 0 && !linkUsed ? link : capture();
  }

  /**
   * Links the traces that begin from now on to {@code place}, and gives them its session, until
   * {@link #release}. Has no effect within a trace.
   *
   * @param place null if they have no origin
   * @return the argument for {@link #release}, null if nothing changed
   */
  public Object adopt(TraceLink place) {
    if (depth != 0 || place == link || (place != null && place.probes != probes)) {
      return null;
    }
    TraceScope before = new TraceScope(link, linkUsed, session);
    link = place;
    linkUsed = false;
    session = place == null ? null : place.session;
    return before;
  }

  /**
   * Restores the state before {@link #adopt}.
   *
   * @param before what that returned
   */
  public void release(Object before) {
    if (before instanceof TraceScope scope) {
      link = scope.link();
      linkUsed = scope.linkUsed();
      session = scope.session();
    }
  }

  /** Returns whether a trace has begun since the context arrived. */
  public boolean hasUsed(TraceContext context) {
    return linkUsed && link != null && link.context == context;
  }

  /**
   * Notes that the context of the trace was not used, if the trace has only one execution so far.
   */
  void unuse() {
    linkUsed &= depth != 1 || order() != 1 || eventOrder > 0;
  }

  private void useLink() {
    if (link != null && linkUsed && (link.firstTraceOnly || !link.others.isEmpty())) {
      link = null;
      session = null;
    }
    linkUsed = true;
  }
}
