package dev.sluice.monitoring.probe;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.collectors.threads.Threads;
import dev.sluice.monitoring.records.AfterOperationFailedWriter;
import dev.sluice.monitoring.records.AfterOperationWriter;
import dev.sluice.monitoring.records.BeforeOperationWriter;
import dev.sluice.monitoring.records.OperationDurationWriter;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import dev.sluice.monitoring.records.RemoteCallWriter;
import dev.sluice.monitoring.records.RemoteParentWriter;
import dev.sluice.monitoring.records.TraceMetadataWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Predicate;

/** Operations of a monitor and the threads that execute them. Any thread may call any method. */
public final class Probes {
  private static final int MIN_THREADS = 64;

  /** Number of slots of the table in which a thread finds its state by its id. */
  static final int SLOTS = 1024;

  private static final int MAX_CAUSE_CHARS = 4096;

  /**
   * Value for a thread that is not monitored; an object of the JDK, because one of this library
   * would keep its class loader alive.
   */
  private static final Object NOT_MONITORED = Boolean.FALSE;

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(ProbeThread[].class);

  final ProbeThread[] slots = new ProbeThread[SLOTS];
  final PackedRows packed;
  final OperationExecutionWriter executions;
  final OperationDurationWriter durations;
  final BeforeOperationWriter befores;
  final AfterOperationWriter afters;
  final AfterOperationFailedWriter failures;
  final TraceMetadataWriter traces;
  final RemoteParentWriter remoteParents;
  final RemoteCallWriter remoteCalls;
  final Symbol hostname;
  final TraceIds ids;
  final Aggregates aggregates;

  final RowSink sink;
  private final Predicate<Thread> monitored;

  /**
   * State of each thread; for platform threads a weak reference to it, because threads may outlive
   * unused probes and would keep them alive. {@link #NOT_MONITORED} for a thread without a state.
   */
  final ThreadLocal<Object> threads = new ThreadLocal<>();

  /**
   * States of platform threads, one for each, because the common pool clears thread-locals. There
   * are many short-lived virtual threads: each holds its own state.
   */
  private final Map<ThreadKey, ProbeThread> platformThreads = new ConcurrentHashMap<>();

  /**
   * Number of platform threads at which the states of dead threads are removed, even without {@link
   * #maintain}.
   */
  private volatile int mostThreads = MIN_THREADS;

  private final ProbeThread vacant;

  /** Operations by their index. */
  private final Map<Integer, Operation> operations = new HashMap<>();

  private final ArrayDeque<Integer> freeIndexes = new ArrayDeque<>();
  private final Loaders loaders = new Loaders();

  /** Operations whose loaders are gone, but whose aggregates may not be emitted yet. */
  private final List<Operation> leaving = new ArrayList<>();

  /** Symbols of class names; weak, because classes may outlive unused probes. */
  private final ClassValue<WeakReference<Symbol>> classNames =
      new ClassValue<>() {
        @Override
        protected WeakReference<Symbol> computeValue(Class<?> type) {
          Symbol symbol = sink.symbol(type.getName(), type.getClassLoader());
          synchronized (operations) {
            loaders.of(type.getClassLoader()).symbols.add(symbol);
          }
          return new WeakReference<>(symbol);
        }
      };

  private final LongAdder sampledOut = new LongAdder();
  private boolean enabled = true;
  private boolean untraced = true;
  private volatile TraceSampler sampler;
  private volatile Function<Thread, TraceLink> origins = thread -> null;

  /** Creates probes that aggregate with {@link AggregateSettings#DEFAULT}. */
  public Probes(RowSink sink, String hostname, Predicate<Thread> monitored) {
    this(sink, hostname, monitored, AggregateSettings.DEFAULT);
  }

  /**
   * Creates probes that write to a sink.
   *
   * @param hostname where all executions run
   * @param monitored asked once for each thread, by itself; nothing is recorded of those refused
   * @param aggregation how executions are aggregated
   */
  public Probes(
      RowSink sink, String hostname, Predicate<Thread> monitored, AggregateSettings aggregation) {
    this.sink = sink;
    this.monitored = monitored;
    this.aggregates = new Aggregates(sink, aggregation);
    this.hostname = sink.symbol(hostname);
    this.ids = new TraceIds();
    this.packed = new PackedRows(sink);
    this.executions = OperationExecutionWriter.create(sink);
    this.durations = OperationDurationWriter.create(sink);
    this.befores = BeforeOperationWriter.create(sink);
    this.afters = AfterOperationWriter.create(sink);
    this.failures = AfterOperationFailedWriter.create(sink);
    this.traces = TraceMetadataWriter.create(sink);
    this.remoteParents = RemoteParentWriter.create(sink);
    this.remoteCalls = RemoteCallWriter.create(sink);
    this.vacant = new ProbeThread(this, null);
    Arrays.fill(slots, vacant);
  }

  /**
   * Adds an operation; it is on if the probes are.
   *
   * @param signature modifiers, result type, class, name and parameter types
   * @param declaringClass the name of its class
   * @param kinds what is recorded, not empty
   * @param owner the class loader whose unloading ends the operation, or null
   */
  public Operation operation(
      String signature, String declaringClass, Set<ProbeKind> kinds, ClassLoader owner) {
    Symbol name = sink.symbol(signature, owner);
    Symbol type = sink.symbol(declaringClass, owner);
    synchronized (operations) {
      releaseUnloaded();
      int index = freeIndexes.isEmpty() ? operations.size() : freeIndexes.poll();
      Operation operation = new Operation(this, index, name, type, kinds, owner);
      operations.put(index, operation);
      if (owner != null) {
        loaders.of(owner).operations.add(operation);
      }
      apply(operation);
      return operation;
    }
  }

  /**
   * Removes the operations of class loaders that are gone. An index is used again when no cell has
   * it any more. The definition of the new operation's class happens-before its execution, so the
   * executing thread sees these changes.
   */
  private void releaseUnloaded() {
    synchronized (operations) {
      for (Loaders.Loader gone = loaders.poll(); gone != null; gone = loaders.poll()) {
        gone.operations.forEach(Operation::unloaded);
        leaving.addAll(gone.operations);
      }
      leaving.removeIf(
          operation -> {
            boolean free = !operation.totals.isRegistered();
            if (free) {
              operations.remove(operation.index);
              freeIndexes.add(operation.index);
            }
            return free;
          });
    }
  }

  /**
   * Returns the meters of executions for metrics; they count from the first call on, which is
   * before any operation.
   */
  public OperationMeters meters() {
    return aggregates.meters();
  }

  /** Returns the number of operations. */
  int operations() {
    synchronized (operations) {
      return operations.size();
    }
  }

  /** Returns the number of platform threads with a state. */
  int platformThreads() {
    return platformThreads.size();
  }

  /** Switches an operation, as long as the probes are on. */
  public void enable(Operation operation, boolean on) {
    enable(operation, on ? operation.kinds() : Set.of());
  }

  /**
   * Sets which of an operation's kinds are recorded from now on, as long as the probes are on;
   * without any it is off. Of an execution that is active meanwhile, only the end may be recorded.
   */
  public void enable(Operation operation, Set<ProbeKind> kinds) {
    synchronized (operations) {
      EnumSet<ProbeKind> wanted = EnumSet.noneOf(ProbeKind.class);
      wanted.addAll(kinds);
      wanted.retainAll(operation.kinds());
      if (wanted.equals(operation.wanted())) {
        return; // As a new operation is, and there may be thousands while a program starts.
      }
      operation.want(wanted);
      apply(operation);
    }
  }

  /**
   * Switches all operations; their own switches apply again when all are on. Executions that have
   * begun are still recorded.
   */
  public void enable(boolean on) {
    synchronized (operations) {
      enabled = on;
      operations.values().forEach(this::apply);
    }
  }

  /** Returns whether the probes as a whole are on. */
  public boolean isEnabled() {
    synchronized (operations) {
      return enabled;
    }
  }

  /** Switches the kinds that are recorded without a trace, for which no sampler is asked. */
  public void enableUntraced(boolean on) {
    synchronized (operations) {
      untraced = on;
      operations.values().forEach(this::apply);
    }
  }

  private void apply(Operation operation) {
    EnumSet<ProbeKind> recorded = EnumSet.noneOf(ProbeKind.class);
    if (enabled) {
      recorded.addAll(operation.wanted());
    }
    if (!untraced) {
      recorded.retainAll(ProbeKind.TRACED);
    }
    operation.record(recorded);
  }

  /** Emits the aggregates of all threads so far. Takes some milliseconds. */
  public void emitAggregates() {
    aggregates.collect(LockTimeout.endless());
  }

  /**
   * Emits the aggregates of all threads so far, waiting at most {@code timeout} for threads that
   * hold their locks, perhaps because a record waits for room in the ring.
   *
   * @param timeout limit for all locks together; the call takes some milliseconds more
   * @return whether everything was emitted; if not, the rest will be later
   */
  public boolean emitAggregates(Duration timeout) {
    return aggregates.collect(LockTimeout.of(timeout));
  }

  /**
   * Does periodic work, once in an interval of aggregation: emits aggregates, removes threads that
   * ended and operations that were unloaded.
   */
  public void maintain() {
    forgetDeadThreads();
    releaseUnloaded();
    emitAggregates();
    releaseUnloaded();
  }

  /**
   * Emits all aggregates: executions that ended before are in a record when this returns. An
   * aggregated execution that ends later becomes a record of its own, which the sink counts as a
   * drop once it is closed. Idempotent.
   *
   * @param timeout how long to wait at most for threads that hold what was aggregated; what cannot
   *     be had in that time is counted as dropped. A sink that makes emitters wait adds its own
   *     time
   */
  public void close(Duration timeout) {
    aggregates.close(timeout);
  }

  /**
   * Sets the function that returns the place where a thread was started; each thread calls it once.
   * Initially all origins are unknown.
   *
   * @param origins returns null for unknown threads; must not throw
   */
  public void origins(Function<Thread, TraceLink> origins) {
    this.origins = Objects.requireNonNull(origins, "origins");
  }

  private ProbeThread started(ProbeThread state) {
    state.adopt(origins.apply(state.owner));
    return state;
  }

  /** Returns the state of the calling thread, or null if it is not monitored. Never throws. */
  public ProbeThread thread() {
    try {
      // Looked up by slot first: threads of the common pool lose their thread-locals after each
      // task.
      Thread current = Thread.currentThread();
      ProbeThread placed = slots[(int) current.getId() & SLOTS - 1];
      if (placed.owner == current) {
        return placed;
      }
      Object known = threads.get();
      ProbeThread state = known == null ? begin() : state(known);
      if (state != null) {
        place(state);
      }
      return state;
    } catch (Throwable failure) {
      return null; // stack or memory is exhausted
    }
  }

  private static ProbeThread state(Object known) {
    Object state = known instanceof Reference<?> held ? held.get() : known;
    return state == NOT_MONITORED ? null : (ProbeThread) state;
  }

  private ProbeThread begin() {
    Thread thread = Thread.currentThread();
    if (!monitored.test(thread)) {
      threads.set(NOT_MONITORED);
      return null;
    }
    if (Threads.isVirtual(thread)) {
      ProbeThread state = started(new ProbeThread(this, thread));
      threads.set(state);
      return state;
    }
    ThreadKey key = new ThreadKey(thread);
    ProbeThread state = platformThreads.get(key);
    if (state == null) {
      state = started(new ProbeThread(this, thread));
      if (platformThreads.size() >= mostThreads) {
        forgetDeadThreads();
      }
      platformThreads.put(key, state);
    }
    threads.set(new WeakReference<>(state));
    return state;
  }

  private void place(ProbeThread state) {
    int slot = (int) state.owner.getId() & SLOTS - 1;
    ProbeThread found = slots[slot];
    if (found != state && (found == vacant || !found.owner.isAlive())) {
      slots[slot] = state;
    }
  }

  /** Counts a record that could not be made as a drop of executions, whatever its type. */
  void failed() {
    try {
      sink.reject(DropCause.ENCODE_ERROR, OperationExecutionWriter.TYPE);
    } catch (Throwable failure) {
      // The stack is too full even for counting.
    }
  }

  private void forgetDeadThreads() {
    platformThreads.values().removeIf(state -> !state.owner.isAlive());
    mostThreads = Math.max(MIN_THREADS, 2 * platformThreads.size());
    for (int i = 0; i < SLOTS; i++) {
      ProbeThread found = slots[i];
      if (found != vacant && !found.owner.isAlive()) {
        SLOT.compareAndSet(slots, i, found, vacant);
      }
    }
  }

  /**
   * Sets the sampler that decides which traces are recorded; null records all of them, as
   * initially.
   */
  public void sampler(TraceSampler sampler) {
    this.sampler = sampler == null ? null : new CountedSampler(sampler, sampledOut);
  }

  /** Returns the number of traces that samplers refused. */
  public long sampledOut() {
    return sampledOut.sum();
  }

  /**
   * Begins a trace whose records the caller emits, and returns its id.
   *
   * @return its id, which no other trace of these probes gets; negative if it is not to be recorded
   */
  public long newTrace() {
    TraceSampler asked = sampler;
    return asked == null || asked.sample(1) ? ids.next() : -1;
  }

  TraceSampler sampler() {
    return sampler;
  }

  Symbol classOf(Object self, Operation operation) {
    return self == null ? operation.declaringClass : classNames.get(self.getClass()).get();
  }

  /**
   * Returns the class and the message of a failure, cut to {@value #MAX_CAUSE_CHARS} characters;
   * the class alone if its message throws.
   */
  public static String text(Throwable failure) {
    try {
      String text = failure.toString();
      return text.substring(0, Math.min(text.length(), MAX_CAUSE_CHARS));
    } catch (Throwable inMessage) {
      return failure.getClass().getName();
    }
  }
}
