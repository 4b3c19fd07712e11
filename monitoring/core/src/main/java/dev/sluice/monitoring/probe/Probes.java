package dev.sluice.monitoring.probe;

import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.records.AfterOperationFailedWriter;
import dev.sluice.monitoring.records.AfterOperationWriter;
import dev.sluice.monitoring.records.BeforeOperationWriter;
import dev.sluice.monitoring.records.OperationDurationWriter;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import dev.sluice.monitoring.records.TraceMetadataWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The operations that are monitored and the threads that execute them. One per monitor. Any thread
 * may call any method.
 */
public final class Probes {
  /** Places in the table in which a thread finds its state by its id, as in the ring's. */
  static final int SLOTS = 1024;

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(ProbeThread[].class);

  final ProbeThread[] slots = new ProbeThread[SLOTS];
  final OperationExecutionWriter executions;
  final OperationDurationWriter durations;
  final BeforeOperationWriter befores;
  final AfterOperationWriter afters;
  final AfterOperationFailedWriter failures;
  final TraceMetadataWriter traces;
  final Symbol hostname;
  final TraceIds ids;

  final RowSink sink;
  private final ThreadLocal<ProbeThread> threads;
  private final ProbeThread vacant;
  private final List<Operation> operations = new ArrayList<>();
  private final ClassValue<Symbol> classNames =
      new ClassValue<>() {
        @Override
        protected Symbol computeValue(Class<?> type) {
          return sink.symbol(type.getName(), type.getClassLoader());
        }
      };
  private boolean enabled = true;
  private volatile TraceSampler sampler;

  /**
   * Probes that write to a sink.
   *
   * @param hostname where all executions run
   * @param monitored asked once for each thread, by itself; nothing is recorded of those refused
   */
  public Probes(RowSink sink, String hostname, Predicate<Thread> monitored) {
    this.sink = sink;
    this.hostname = sink.symbol(hostname);
    this.ids = new TraceIds();
    this.executions = OperationExecutionWriter.create(sink);
    this.durations = OperationDurationWriter.create(sink);
    this.befores = BeforeOperationWriter.create(sink);
    this.afters = AfterOperationWriter.create(sink);
    this.failures = AfterOperationFailedWriter.create(sink);
    this.traces = TraceMetadataWriter.create(sink);
    this.vacant = new ProbeThread(this, null);
    Arrays.fill(slots, vacant);
    this.threads =
        ThreadLocal.withInitial(
            () -> {
              Thread thread = Thread.currentThread();
              return monitored.test(thread) ? new ProbeThread(this, thread) : null;
            });
  }

  /**
   * Makes an operation known; it is on if the probes are.
   *
   * @param signature modifiers, result type, class, name and parameter types
   * @param declaringClass the name of its class
   * @param kinds what is recorded, not empty
   * @param owner the class loader with which the operation goes, or null
   */
  public Operation operation(
      String signature, String declaringClass, Set<ProbeKind> kinds, ClassLoader owner) {
    Symbol name = sink.symbol(signature, owner);
    Symbol type = sink.symbol(declaringClass, owner);
    synchronized (operations) {
      Operation operation = new Operation(this, operations.size(), name, type, kinds);
      operation.on(enabled);
      operations.add(operation);
      return operation;
    }
  }

  /** Switches an operation, as long as the probes are on. */
  public void enable(Operation operation, boolean on) {
    synchronized (operations) {
      operation.on(on && enabled);
    }
  }

  /** Switches all. Executions that have begun are still recorded. */
  public void enable(boolean on) {
    synchronized (operations) {
      enabled = on;
      operations.forEach(operation -> operation.on(on));
    }
  }

  /** The calling thread's state, or null if it is not to be monitored. */
  public ProbeThread thread() {
    ProbeThread state = threads.get();
    if (state != null) {
      int slot = (int) state.owner.getId() & SLOTS - 1;
      ProbeThread found = slots[slot];
      if (found != state && (found == vacant || !found.owner.isAlive())) {
        slots[slot] = state;
      }
    }
    return state;
  }

  /** Lets go of threads that have ended. */
  void forgetDeadThreads() {
    for (int i = 0; i < SLOTS; i++) {
      ProbeThread found = slots[i];
      if (found != vacant && !found.owner.isAlive()) {
        SLOT.compareAndSet(slots, i, found, vacant);
      }
    }
  }

  /** Who decides which traces are recorded; null for all of them, as at the start. */
  public void sampler(TraceSampler sampler) {
    this.sampler = sampler;
  }

  TraceSampler sampler() {
    return sampler;
  }

  Symbol classOf(Object self, Operation operation) {
    return self == null ? operation.declaringClass : classNames.get(self.getClass());
  }

  /** Class and message; whatever the message's own code does. */
  static String text(Throwable failure) {
    try {
      return Objects.toString(failure);
    } catch (Throwable inMessage) {
      return failure.getClass().getName();
    }
  }
}
