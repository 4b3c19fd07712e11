package dev.sluice.monitoring.probe;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.Loggers;
import dev.sluice.collectors.threads.Threads;
import dev.sluice.monitoring.records.OperationDurationAggregateWriter;
import dev.sluice.monitoring.records.OperationDurationHistogramWriter;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * All cells and totals of the probes, and how they become records. Any thread.
 *
 * <p>A cell is handed over by its owner when it holds enough executions, and when it was asked; the
 * cells of idle threads are taken, those of dead threads taken and forgotten. Every execution is in
 * exactly one record.
 */
final class Aggregates {
  /** From asking to taking: far longer than a processor holds back a store, see {@link Cell}. */
  private static final long SETTLE_NANOS = 2_000_000;

  /** How long closing waits for owners that are in the midst of an add. */
  private static final long BUSY_NANOS = 1_000_000_000;

  private static final long POLL_NANOS = 100_000;

  /** Held to change the lists and what threads refer to; never while something is emitted. */
  final ReentrantLock lock = new ReentrantLock();

  final int calls;

  private final RowSink sink;
  private final int digits;
  private final OperationDurationAggregateWriter aggregates;
  private final OperationDurationHistogramWriter histograms;
  private final AtomicLong freeBytes;
  private final AtomicReference<EncodedHistograms> encoders = new AtomicReference<>();
  private final ReentrantLock collecting = new ReentrantLock();
  private final Batch scratch = new Batch();
  private final Batch histogramScratch = new Batch();
  private final List<Cell> cells = new ArrayList<>();
  private final List<OperationTotals> operations = new ArrayList<>();
  private DurationHistogram.Provider provider;

  /** Of one; more than there ever are while there is no provider. */
  private long histogramBytes = Long.MAX_VALUE / 2;

  private boolean providerMissing;
  private volatile boolean closed;

  Aggregates(RowSink sink, AggregateSettings settings) {
    this.sink = sink;
    this.calls = settings.calls();
    this.digits = settings.digits();
    this.freeBytes = new AtomicLong(settings.memoryBytes());
    this.aggregates = OperationDurationAggregateWriter.create(sink);
    this.histograms = OperationDurationHistogramWriter.create(sink);
  }

  boolean isClosed() {
    return closed;
  }

  /** Takes so many bytes of the budget, if they are left. */
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

  /** Bytes of a histogram; without a provider more than there ever are. The lock is held. */
  long histogramBytes() {
    findProvider();
    return histogramBytes;
  }

  /** A histogram that was reserved. The lock is held. */
  DurationHistogram newHistogram() {
    return provider.create(digits);
  }

  private void findProvider() {
    if (provider == null && !providerMissing) {
      provider =
          ServiceLoader.load(DurationHistogram.Provider.class, Aggregates.class.getClassLoader())
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

  /** An operation was executed for the first time. The lock is held. */
  void register(OperationTotals totals) {
    operations.add(totals);
  }

  /** Bytes of a cell for a total. A total with a histogram shows that their size is known. */
  long cellBytes(Total total) {
    return Cell.BYTES + (total.histogram == null ? 0 : histogramBytes);
  }

  /**
   * A cell for the calling thread, known to the next collection; null if there is no memory for it
   * or the probes are closed. The lock is held.
   */
  Cell newCell(ThreadAggregates home, Operation operation, Total total) {
    if (closed || !reserve(cellBytes(total))) {
      return null;
    }
    Cell cell = new Cell(home, operation, total, total.histogram == null ? null : newHistogram());
    cells.add(cell);
    return cell;
  }

  /** Emits what all threads have added, but for threads that are in the midst of an add. */
  void collect() {
    collecting.lock();
    try {
      if (ask()) {
        pause(SETTLE_NANOS);
      }
      take(false);
    } finally {
      collecting.unlock();
    }
  }

  /**
   * Emits everything; from now on each execution that still ends is emitted at once, and so refused
   * and counted when the collector is closed. Whoever is in the midst of an add for more than 1 s
   * is counted as a record refused. Idempotent.
   */
  void close() {
    collecting.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      // An add that returned before is visible after the stop, one that begins after it sees the
      // limit and takes the lock; so what is read then, version even, stays as it is.
      if (ask()) {
        Threads.stopOnce();
      }
      long start = System.nanoTime();
      while (isBusy() && System.nanoTime() - start < BUSY_NANOS) {
        pause(POLL_NANOS);
      }
      take(true);
    } finally {
      collecting.unlock();
    }
  }

  private boolean isBusy() {
    return cells().stream().anyMatch(Cell::isBusy);
  }

  private List<Cell> cells() {
    lock.lock();
    try {
      return List.copyOf(cells);
    } finally {
      lock.unlock();
    }
  }

  /** Asks all owners to hand over; whether there are any. The first half of a collection. */
  boolean ask() {
    List<Cell> all = cells();
    for (Cell cell : all) {
      cell.total.lock.lock();
      cell.ask();
      cell.total.lock.unlock();
    }
    return !all.isEmpty();
  }

  /** Takes what owners did not hand over, and emits all totals. The second half. */
  void take(boolean closing) {
    List<Cell> gone = new ArrayList<>();
    for (Cell cell : cells()) {
      boolean dead = !cell.home.owner.isAlive();
      boolean unloaded = cell.operation.totals.isUnloaded();
      take(cell, dead || unloaded || closing);
      if (dead || unloaded) {
        gone.add(cell);
      }
      if (closing && cell.isBusy()) {
        sink.reject(DropCause.CLOSED, OperationDurationAggregateWriter.TYPE);
      }
    }
    for (OperationTotals operation : operations()) {
      operation.all().forEach(Aggregates::emit);
    }
    forget(gone);
  }

  private void take(Cell cell, boolean still) {
    cell.total.lock.lock();
    try {
      cell.take(cell.histogram == null ? scratch : histogramScratch(), still);
    } finally {
      cell.total.lock.unlock();
    }
  }

  private Batch histogramScratch() {
    if (histogramScratch.histogram == null) {
      lock.lock();
      try {
        histogramScratch.histogram = newHistogram();
      } finally {
        lock.unlock();
      }
    }
    return histogramScratch;
  }

  private List<OperationTotals> operations() {
    lock.lock();
    try {
      return List.copyOf(operations);
    } finally {
      lock.unlock();
    }
  }

  private static void emit(Total total) {
    total.lock.lock();
    try {
      total.emit();
    } finally {
      total.lock.unlock();
    }
  }

  private void forget(List<Cell> gone) {
    lock.lock();
    try {
      if (!gone.isEmpty()) {
        cells.removeAll(new HashSet<>(gone));
      }
      for (Cell cell : gone) {
        long own = cell.home.forget(cell);
        freeBytes.addAndGet(own + cellBytes(cell.total));
      }
      for (OperationTotals operation : operations) {
        freeBytes.addAndGet(operation.isUnloaded() ? operation.release() : 0);
      }
      operations.removeIf(OperationTotals::isUnloaded);
    } finally {
      lock.unlock();
    }
  }

  /** Emits one record; the lock of the batch's total is held. */
  void emit(Symbol signature, Batch batch, boolean withHistogram) {
    if (!withHistogram) {
      aggregates.emit(
          batch.end, signature, batch.start, batch.count, batch.sum, batch.min, batch.max);
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
        encoder.encode(batch.histogram));
    encoders.set(encoder);
  }

  /** Executions could not be added; shown as a drop. Never throws. */
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
