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
  private final Probes probes;
  private final ProbeThread[] threads;
  final int index;
  final Symbol signature;
  final Symbol declaringClass;
  private final Set<ProbeKind> kinds;

  /** Whether its executions belong to traces. */
  final boolean traced;

  /** Whether nothing is recorded but its executions: the common case, which has a short way. */
  final boolean executionsOnly;

  /** Whether something is recorded of executions whose trace is not. */
  final boolean timedWithoutTrace;

  final boolean executions;
  final boolean events;
  final boolean durations;
  final boolean aggregates;

  /**
   * Volatile, so that no loop keeps an old value for ever. A VarHandle's opaque read is no faster,
   * and its code makes the frame of an instrumented method half as long again.
   */
  private volatile boolean on;

  Operation(
      Probes probes, int index, Symbol signature, Symbol declaringClass, Set<ProbeKind> kinds) {
    this.probes = probes;
    this.threads = probes.slots;
    this.index = index;
    this.signature = signature;
    this.declaringClass = declaringClass;
    this.kinds = Set.copyOf(kinds);
    executions = kinds.contains(ProbeKind.EXECUTION);
    events = kinds.contains(ProbeKind.EVENTS);
    durations = kinds.contains(ProbeKind.DURATION);
    aggregates = kinds.contains(ProbeKind.AGGREGATE) || kinds.contains(ProbeKind.HISTOGRAM);
    traced = executions || events;
    timedWithoutTrace = durations || aggregates;
    executionsOnly = executions && !events && !timedWithoutTrace;
  }

  /**
   * An execution is about to begin.
   *
   * @return the calling thread's state, or null if nothing is to be recorded: this operation or the
   *     monitor is off, or the thread is not monitored
   */
  public ProbeThread begin() {
    if (!on) {
      return null;
    }
    Thread thread = Thread.currentThread();
    ProbeThread found = threads[(int) thread.getId() & Probes.SLOTS - 1];
    // A plain read may be old, but only this thread ever puts its own state there.
    return found.owner == thread ? found : probes.thread();
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
    return kinds;
  }

  /** Its number among the operations of its probes, from 0. */
  public int index() {
    return index;
  }

  /** Whether {@link ProbeThread#before} must be called. */
  public boolean hasEvents() {
    return events;
  }
}
