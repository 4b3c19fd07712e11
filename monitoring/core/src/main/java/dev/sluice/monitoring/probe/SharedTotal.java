package dev.sluice.monitoring.probe;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Executions of an operation by all threads that will go into one record. Threads without a cell
 * add to it, cells are merged into it. The lock is a {@link ReentrantLock} because a virtual thread
 * that waits for it leaves its carrier.
 */
final class SharedTotal extends DurationStats {
  final ReentrantLock lock = new ReentrantLock();

  private final Aggregates aggregates;
  private final OperationTotals operation;

  SharedTotal(Aggregates aggregates, OperationTotals operation, DurationHistogram histogram) {
    this.aggregates = aggregates;
    this.operation = operation;
    this.histogram = histogram;
  }

  int calls() {
    return aggregates.calls;
  }

  /** Returns whether each execution is emitted immediately, so that the collector counts it. */
  boolean isClosed() {
    return aggregates.isClosed();
  }

  /** Adds an execution from {@code tin} to {@code tout}. The caller holds the lock. */
  void add(long tin, long tout, boolean failed) {
    span(tin, tout);
    count++;
    include(tout - tin, failed);
    emitIfFull();
  }

  /** Adds the executions of {@code batch}, at least one. The caller holds the lock. */
  void take(DurationStats batch) {
    if (count == 0 && (batch.count >= calls() || isClosed())) {
      operation.emit(batch, histogram != null);
      return;
    }
    merge(batch);
    emitIfFull();
  }

  private void emitIfFull() {
    if (count >= calls() || isClosed()) {
      emit();
    }
  }

  /** Emits the executions so far. The caller holds the lock. */
  void emit() {
    if (count > 0) {
      operation.emit(this, histogram != null);
      clear();
    }
  }
}
