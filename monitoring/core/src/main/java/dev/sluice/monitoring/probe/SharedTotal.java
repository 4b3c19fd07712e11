package dev.sluice.monitoring.probe;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Executions of an operation by all threads, on their way to a record. Threads without a cell add
 * to it, cells are merged into it. A lock that a virtual thread may wait for without its carrier.
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

  /** Whether whatever comes is emitted at once, so that the collector counts it. */
  boolean isClosed() {
    return aggregates.isClosed();
  }

  /** An execution took from one instant to another. The lock is held. */
  void add(long tin, long tout, boolean failed) {
    span(tin, tout);
    count++;
    include(tout - tin, failed);
    emitIfFull();
  }

  /** Takes a batch that has executions. The lock is held. */
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

  /** Emits what there is. The lock is held. */
  void emit() {
    if (count > 0) {
      operation.emit(this, histogram != null);
      clear();
    }
  }
}
