package dev.sluice.monitoring.probe;

import dev.sluice.api.record.Symbol;
import java.util.Set;

/**
 * A monitored operation: the kinds of records of its executions, and whether it is switched on.
 * Instrumented code holds it in a constant. Any thread may call any method.
 *
 * <pre>{@code
 * ProbeThread thread = BAR.begin();
 * long frame = thread == null ? 0 : thread.enter(BAR);
 * long tin = thread == null || frame < 0 ? 0 : System.nanoTime();
 * Throwable failure = null;
 * try {
 *   ...
 * } catch (Throwable e) {
 *   failure = e;
 *   throw e;
 * } finally {
 *   if (thread != null) {
 *     thread.exit(BAR, frame, tin, failure);
 *   }
 * }
 * }</pre>
 */
public final class Operation {
  private final Probes probes;
  private final ProbeThread[] threads;
  final int index;
  final Symbol signature;

  /** First words of the rows of executions; negative if the signature has no id. */
  final long executionRow;

  final long failedExecutionRow;
  final long durationRow;
  final long failedDurationRow;

  final Symbol declaringClass;
  private final Set<ProbeKind> kinds;

  /** Kinds that are switched on; guarded by the probes. */
  private Set<ProbeKind> wanted;

  // What is recorded of executions that end now. Plain, and written before the volatile flag: an
  // execution that is active meanwhile may see some of them old and some new.

  /** Whether its executions belong to traces. */
  boolean traced;

  /** Whether only executions are recorded: the common case, which has a fast path. */
  boolean executionsOnly;

  /** Whether something is recorded of executions whose trace is not recorded. */
  boolean timedWithoutTrace;

  /** Whether the aggregates become records; if not, they are only for metrics. */
  final boolean isAggregated;

  boolean executions;
  boolean events;
  boolean durations;
  boolean aggregates;
  boolean histograms;

  /** Aggregates of all threads. */
  final OperationTotals totals;

  /**
   * Whether anything is recorded. Volatile, so that no loop keeps an old value. A VarHandle's
   * opaque read is no faster, and its code makes the frame of an instrumented method half as long
   * again.
   */
  private volatile boolean on;

  private volatile boolean unloaded;

  Operation(
      Probes probes,
      int index,
      Symbol signature,
      Symbol declaringClass,
      Set<ProbeKind> kinds,
      ClassLoader loader) {
    this.probes = probes;
    this.threads = probes.slots;
    this.index = index;
    this.signature = signature;
    int id = signature.id();
    executionRow = probes.packed.executionHeader(id, false);
    failedExecutionRow = probes.packed.executionHeader(id, true);
    durationRow = probes.packed.durationHeader(id, false);
    failedDurationRow = probes.packed.durationHeader(id, true);
    this.declaringClass = declaringClass;
    this.kinds = Set.copyOf(kinds);
    wanted = this.kinds;
    isAggregated = isAggregate(kinds);
    totals = new OperationTotals(probes.aggregates, this, loader);
  }

  /**
   * Begins an execution; called before it.
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

  /** Returns whether executions that begin now are recorded. */
  public boolean isOn() {
    return on;
  }

  /** Sets the kinds that are switched on; {@link Probes} then calls {@link #record}. */
  void want(Set<ProbeKind> some) {
    wanted = some;
  }

  Set<ProbeKind> wanted() {
    return wanted;
  }

  /**
   * Sets the kinds that are recorded. If there is none, executions that have begun are still
   * recorded as before.
   */
  void record(Set<ProbeKind> recorded) {
    if (!recorded.isEmpty()) {
      executions = recorded.contains(ProbeKind.EXECUTION);
      events = recorded.contains(ProbeKind.EVENTS);
      durations = recorded.contains(ProbeKind.DURATION);
      aggregates = isAggregate(recorded) || !isAggregated && probes.aggregates.meters != null;
      histograms = recorded.contains(ProbeKind.HISTOGRAM);
      traced = executions || events;
      timedWithoutTrace = durations || aggregates;
      executionsOnly = executions && !events && !timedWithoutTrace;
    }
    on = !recorded.isEmpty();
  }

  private static boolean isAggregate(Set<ProbeKind> some) {
    return some.contains(ProbeKind.AGGREGATE) || some.contains(ProbeKind.HISTOGRAM);
  }

  /** Called by {@link Probes} when the class loader is gone. */
  void unloaded() {
    unloaded = true;
  }

  /** Returns whether its class loader is gone, so that no thread can execute it any more. */
  public boolean isUnloaded() {
    return unloaded;
  }

  /** Returns modifiers, result type, class, name and parameter types as one text. */
  public String signature() {
    return signature.value();
  }

  /** Returns the kinds that may be recorded; some may be off. */
  public Set<ProbeKind> kinds() {
    return kinds;
  }

  /**
   * Returns the number of this operation among those of its probes, from 0; it is reused after the
   * operation is unloaded.
   */
  public int index() {
    return index;
  }

  /** Returns whether {@link ProbeThread#before} must be called now. */
  public boolean hasEvents() {
    return events;
  }
}
