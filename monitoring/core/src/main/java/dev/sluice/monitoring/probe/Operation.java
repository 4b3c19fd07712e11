package dev.sluice.monitoring.probe;

import dev.sluice.api.record.Symbol;
import java.util.Set;

/**
 * An operation that is monitored, what is recorded of it, and whether just now. Instrumented code
 * holds it in a constant. Any thread may call any method.
 *
 * <pre>{@code
 * ProbeThread thread = BAR.begin();
 * long frame = thread == null ? 0 : thread.enter(BAR);
 * long tin = thread == null || frame < 0 ? 0 : System.nanoTime();
 * try {
 *   ...
 * } finally {
 *   if (thread != null) {
 *     thread.exit(BAR, frame, tin);
 *   }
 * }
 * }</pre>
 */
public final class Operation {
  private static final int TRACED = ProbeKind.EXECUTION.bit() | ProbeKind.EVENTS.bit();
  private static final int AGGREGATED = ProbeKind.AGGREGATE.bit() | ProbeKind.HISTOGRAM.bit();

  final Probes probes;
  final int index;
  final Symbol signature;
  final Symbol declaringClass;
  final int kinds;
  private final Set<ProbeKind> kindSet;

  /**
   * Volatile, so that no loop keeps an old value for ever. A VarHandle's opaque read is no faster,
   * and its code makes the frame of an instrumented method half as long again.
   */
  private volatile boolean on;

  Operation(
      Probes probes, int index, Symbol signature, Symbol declaringClass, Set<ProbeKind> kinds) {
    this.probes = probes;
    this.index = index;
    this.signature = signature;
    this.declaringClass = declaringClass;
    this.kinds = ProbeKind.bits(kinds);
    this.kindSet = Set.copyOf(kinds);
  }

  /**
   * An execution is about to begin.
   *
   * @return the calling thread's state, or null if nothing is to be recorded: this operation or the
   *     monitor is off, or the thread is not monitored
   */
  public ProbeThread begin() {
    return on ? probes.thread() : null;
  }

  /** Whether executions that begin now are recorded. */
  public boolean isOn() {
    return on;
  }

  /** Called by {@link Probes}, which knows all reasons to be off. */
  void on(boolean on) {
    this.on = on;
  }

  /** Modifiers, result type, class, name and parameter types. */
  public String signature() {
    return signature.value();
  }

  /** What is recorded. */
  public Set<ProbeKind> kinds() {
    return kindSet;
  }

  /** Its number among the operations of its probes, from 0. */
  public int index() {
    return index;
  }

  /** Whether {@link ProbeThread#before} must be called. */
  public boolean hasEvents() {
    return (kinds & ProbeKind.EVENTS.bit()) != 0;
  }

  /** Whether its executions belong to traces. */
  boolean isTraced() {
    return (kinds & TRACED) != 0;
  }

  /** Whether something is recorded of executions whose trace is not. */
  boolean isTimedWithoutTrace() {
    return (kinds & ~TRACED) != 0;
  }

  boolean isAggregated() {
    return (kinds & AGGREGATED) != 0;
  }
}
