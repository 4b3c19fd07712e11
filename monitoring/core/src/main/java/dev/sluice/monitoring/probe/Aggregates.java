package dev.sluice.monitoring.probe;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.config.Loggers;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.collectors.threads.Threads;
import dev.sluice.monitoring.metrics.DurationBuckets;
import dev.sluice.monitoring.records.OperationDurationAggregateWriter;
import dev.sluice.monitoring.records.OperationDurationHistogramWriter;
import dev.sluice.support.Plugins;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * All cells and totals of the probes; they are emitted as records. Any thread.
 *
 * <p>A cell is merged by its owner when it has enough executions, and when it was requested; the
 * cells of idle threads are taken, those of dead threads taken and forgotten. Every execution is in
 * exactly one record.
 */
final class Aggregates {
  /**
   * Pause in nanoseconds between request and take: far longer than a processor delays a store, see
   * {@link ThreadCell}.
   */
  private static final long SETTLE_NANOS = 2_000_000;

  /** Maximum time in nanoseconds that closing waits for owners that are within an add. */
  private static final long BUSY_NANOS = 1_000_000_000;

  private static final long POLL_NANOS = 100_000;

  /** Lock that guards the lists and the cells of threads; never held while a record is emitted. */
  final ReentrantLock lock = new ReentrantLock();

  final int calls;

  private final RowSink sink;
  private final int digits;
  private final OperationDurationAggregateWriter aggregates;
  private final OperationDurationHistogramWriter histograms;
  private final AtomicLong freeBytes;
  private final AtomicReference<EncodedHistograms> encoders = new AtomicReference<>();
  final ReentrantLock collecting = new ReentrantLock();
  private final Scratch scratch = new Scratch();
  private final List<ThreadCell> cells = new ArrayList<>();
  private final List<OperationTotals> operations = new ArrayList<>();
  private DurationHistogram.Provider provider;

  /** Size of a histogram in bytes; more than any budget while there is no provider. */
  private long histogramBytes = Long.MAX_VALUE / 2;

  private boolean providerMissing;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Counts executions for metrics, or null; set before there is an operation. */
  volatile OperationMeters meters;

  Aggregates(RowSink sink, AggregateSettings settings) {
    this.sink = sink;
    this.calls = settings.calls();
    this.digits = settings.digits();
    this.freeBytes = new AtomicLong(settings.memoryBytes());
    this.aggregates = OperationDurationAggregateWriter.create(sink);
    this.histograms = OperationDurationHistogramWriter.create(sink);
  }

  synchronized OperationMeters meters() {
    meters = meters == null ? new OperationMeters() : meters;
    return meters;
  }

  boolean isClosed() {
    return closed.get();
  }

  /** Takes {@code bytes} from the budget; returns false if less is left. */
  boolean reserve(long bytes) {
    if (freeBytes.addAndGet(-bytes) >= 0) {
      return true;
    }
    freeBytes.addAndGet(bytes);
    return false;
  }

  long freeBytes() {
    return freeBytes.get();
  }

  /**
   * Returns the size of a histogram in bytes; without a provider more than any budget. The caller
   * holds the lock.
   */
  long histogramBytes() {
    findProvider();
    return histogramBytes;
  }

  /** The buffers that cells are copied into; for one thread at a time. */
  private final class Scratch {
    private final DurationStats plain = new DurationStats();
    private final DurationStats withHistogram = new DurationStats();

    Scratch() {
      plain.buckets = new long[DurationBuckets.SIZE];
      withHistogram.buckets = plain.buckets;
    }

    // A cell with a histogram was found under the lock, and so is what made its histogram.
    DurationStats of(ThreadCell cell) {
      if (cell.histogram == null) {
        return plain;
      }
      if (withHistogram.histogram == null) {
        withHistogram.histogram = newHistogram();
      }
      return withHistogram;
    }
  }

  /** Makes a histogram; the caller has reserved its memory if it is kept. */
  DurationHistogram newHistogram() {
    return provider.create(digits);
  }

  private void findProvider() {
    if (provider == null && !providerMissing) {
      provider =
          Plugins.all(
                  ServiceLoader.load(
                      DurationHistogram.Provider.class, Aggregates.class.getClassLoader()),
                  reason ->
                      Loggers.get("dev.sluice.monitoring")
                          .log(Level.WARNING, "a provider of histograms is left out: " + reason))
              .stream()
              .findFirst()
              .orElse(null);
      providerMissing = provider == null;
      if (providerMissing) {
        Loggers.get("dev.sluice.monitoring")
            .log(
                Level.WARNING,
                "no histograms: sluice-histograms is not on the class path; operations are"
                    + " aggregated without");
      } else {
        histogramBytes = provider.bytes(digits);
      }
    }
  }

  /** Adds an operation that is executed for the first time. The caller holds the lock. */
  void register(OperationTotals totals) {
    operations.add(totals);
  }

  /**
   * Returns the size in bytes of a cell for a total. If the total has a histogram, the size of
   * histograms is known.
   */
  long cellBytes(SharedTotal total) {
    return (meters == null ? 0 : ThreadCell.BUCKET_BYTES)
        + ThreadCell.BYTES
        + (total.histogram == null ? 0 : histogramBytes);
  }

  /**
   * Makes a cell for the calling thread, which the next collection includes; null if there is no
   * memory for it or the probes are closed. The caller holds the lock.
   */
  ThreadCell newCell(ThreadAggregates home, Operation operation, SharedTotal total) {
    if (closed.get() || !reserve(cellBytes(total))) {
      return null;
    }
    ThreadCell cell =
        new ThreadCell(home, operation, total, total.histogram == null ? null : newHistogram());
    cells.add(cell);
    return cell;
  }

  /**
   * Emits the executions of all threads except those that are within an add.
   *
   * @return whether all locks could be taken; executions behind the others stay for the next
   *     collection
   */
  boolean collect(LockTimeout patience) {
    if (!patience.lock(collecting)) {
      return false;
    }
    try {
      if (ask(patience)) {
        pause(SETTLE_NANOS);
      }
      return take(patience);
    } finally {
      collecting.unlock();
    }
  }

  /**
   * Emits all executions; each execution that ends later is emitted immediately, and so refused and
   * counted when the collector is closed. Executions that could not be taken in time are counted as
   * refused, a record each: executions of a thread that is in the midst of an add for more than 1
   * s, and those behind a lock that somebody keeps, even if that is because a record of them is
   * just being emitted. Idempotent.
   *
   * @param timeout how long to wait at most, for owners and for locks; what is free is taken
   *     without waiting
   */
  void close(Duration timeout) {
    LockTimeout patience = LockTimeout.of(timeout);
    // Does not wait the whole time for a collection that is stuck: other locks need time, too.
    boolean alone = LockTimeout.of(timeout.dividedBy(2)).lock(collecting);
    try {
      if (!closed.compareAndSet(false, true)) {
        return;
      }
      // An add that returned before is visible after the stop, one that begins after it sees the
      // limit and takes the lock; so what is read then, version even, stays as it is.
      if (ask(patience)) {
        Threads.fenceAllThreads();
      }
      long start = System.nanoTime();
      while (isBusy(patience)
          && System.nanoTime() - start < BUSY_NANOS
          && patience.leftNanos() > 0) {
        pause(POLL_NANOS);
      }
      takeLast(patience);
    } finally {
      if (alone) {
        collecting.unlock();
      }
    }
  }

  private boolean isBusy(LockTimeout patience) {
    return cells(patience).stream().anyMatch(ThreadCell::isBusy);
  }

  /** Returns the cells of all threads; empty if the lock cannot be taken in time. */
  private List<ThreadCell> cells(LockTimeout patience) {
    if (!patience.lock(lock)) {
      return List.of();
    }
    try {
      return List.copyOf(cells);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Asks all owners to merge their cells; returns whether there are any. This is the first half of
   * a collection.
   */
  boolean ask(LockTimeout patience) {
    List<ThreadCell> all = cells(patience);
    for (ThreadCell cell : all) {
      if (patience.lock(cell.total.lock)) {
        cell.ask();
        cell.total.lock.unlock();
      }
    }
    return !all.isEmpty();
  }

  /**
   * Takes the executions that owners did not merge, and emits all totals. This is the second half
   * of a collection.
   *
   * @return whether all locks could be taken
   */
  boolean take(LockTimeout patience) {
    if (!patience.lock(lock)) {
      return false;
    }
    List<ThreadCell> allCells = List.copyOf(cells);
    List<OperationTotals> allOperations = List.copyOf(operations);
    lock.unlock();
    boolean had = true;
    // Checked once: executions of an operation that is unloaded later are taken by the next
    // collection.
    Set<OperationTotals> unloaded = new HashSet<>(allOperations);
    unloaded.removeIf(operation -> !operation.isUnloaded());
    List<ThreadCell> gone = new ArrayList<>();
    for (ThreadCell cell : allCells) {
      boolean ended = !cell.home.owner.isAlive() || unloaded.contains(cell.operation.totals);
      if (!take(cell, scratch, ended, patience)) {
        had = false;
      } else if (ended) {
        gone.add(cell);
      }
    }
    for (OperationTotals operation : allOperations) {
      for (SharedTotal total : operation.all()) {
        had &= emit(total, patience);
      }
    }
    if (had) {
      forget(
          gone,
          unloaded); // else next time: what is behind a lock would have nobody left to emit it
    }
    return had;
  }

  // Uses its own buffers, because a collection that is stuck may be using the shared ones.
  private void takeLast(LockTimeout patience) {
    if (!patience.lock(lock)) {
      lost(); // the number of executions is not known
      return;
    }
    List<ThreadCell> lastCells = List.copyOf(cells);
    List<OperationTotals> lastOperations = List.copyOf(operations);
    lock.unlock();
    Scratch own = new Scratch();
    for (ThreadCell cell : lastCells) {
      boolean had = take(cell, own, true, patience);
      if (cell.isBusy() || !had && cell.hasMore()) {
        lost(cell.operation.totals);
      }
    }
    for (OperationTotals operation : lastOperations) {
      for (SharedTotal total : operation.all()) {
        if (!emit(total, patience) && total.count > 0) {
          lost(operation);
        }
      }
    }
  }

  private void lost(OperationTotals operation) {
    if (operation.isEmitted()) {
      lost();
    }
  }

  private void lost() {
    sink.reject(DropCause.CLOSED, OperationDurationAggregateWriter.TYPE);
  }

  /** Takes the executions of a cell; returns whether the lock could be taken. */
  private boolean take(ThreadCell cell, Scratch scratch, boolean still, LockTimeout patience) {
    if (!patience.lock(cell.total.lock)) {
      return false;
    }
    try {
      cell.take(scratch.of(cell), still);
      return true;
    } finally {
      cell.total.lock.unlock();
    }
  }

  /** Emits a total; returns whether the lock could be taken. */
  private static boolean emit(SharedTotal total, LockTimeout patience) {
    if (!patience.lock(total.lock)) {
      return false;
    }
    try {
      total.emit();
      return true;
    } finally {
      total.lock.unlock();
    }
  }

  private void forget(List<ThreadCell> gone, Set<OperationTotals> unloaded) {
    lock.lock();
    try {
      if (!gone.isEmpty()) {
        cells.removeAll(new HashSet<>(gone));
      }
      for (ThreadCell cell : gone) {
        long own = cell.home.forget(cell);
        freeBytes.addAndGet(own + cellBytes(cell.total));
      }
      unloaded.forEach(operation -> freeBytes.addAndGet(operation.release()));
      operations.removeAll(unloaded);
    } finally {
      lock.unlock();
    }
  }

  /** Emits one record; the caller holds the lock of the batch's total. */
  void emit(Symbol signature, DurationStats batch, boolean withHistogram) {
    if (!withHistogram) {
      aggregates.emit(
          batch.end,
          signature,
          batch.start,
          batch.count,
          batch.sum,
          batch.min,
          batch.max,
          batch.exceptions);
      return;
    }
    EncodedHistograms encoder = encoders.getAndSet(null);
    encoder = encoder == null ? new EncodedHistograms() : encoder;
    histograms.emit(
        batch.end,
        signature,
        batch.start,
        batch.count,
        batch.sum,
        batch.min,
        batch.max,
        batch.exceptions,
        encoder.encode(batch.histogram));
    encoders.set(encoder);
  }

  /** Counts an execution that could not be added as a drop. Never throws. */
  void failed() {
    try {
      sink.reject(DropCause.ENCODE_ERROR, OperationDurationAggregateWriter.TYPE);
    } catch (Throwable e) {
      // The stack is too full even for counting.
    }
  }

  private static void pause(long nanos) {
    long start = System.nanoTime();
    boolean interrupted = Thread.interrupted();
    for (long left = nanos; left > 0; left = start + nanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
