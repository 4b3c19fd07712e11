package dev.sluice.monitoring.probe;

import dev.sluice.collectors.threads.StackRoom;
import dev.sluice.collectors.threads.Threads;
import java.util.Arrays;

/**
 * Cells of a thread, by the index of their operation. Virtual threads have none, because there may
 * be any number of them; nor have threads for which no memory is left. They add to the operation's
 * totals.
 */
final class ThreadAggregates {
  private static final ThreadCell[] NONE = {};

  final Thread owner;
  private final Aggregates aggregates;
  private ThreadCell[] cells = NONE;
  private int used;

  ThreadAggregates(Probes probes, Thread owner) {
    this.aggregates = probes.aggregates;
    this.owner = owner;
  }

  /**
   * Adds an execution from {@code tin} to {@code tout}. Called by the owner only; allocates nothing
   * in the long run, never throws.
   */
  void add(Operation operation, long tin, long tout, boolean failed) {
    try {
      ThreadCell[] cells = this.cells;
      int index = operation.index;
      ThreadCell cell = index < cells.length ? cells[index] : null;
      if (cell == null) {
        cell = newCell(operation);
      }
      if (cell != null) {
        cell.add(tin, tout, failed);
      } else {
        operation.totals.add(tin, tout, failed);
      }
    } catch (Throwable failure) {
      if (operation.isAggregated) {
        aggregates.failed(); // stack or memory is exhausted
      }
    }
  }

  private ThreadCell newCell(Operation operation) {
    if (aggregates.isClosed() || Threads.isVirtual(owner)) {
      return null;
    }
    SharedTotal total = operation.totals.first();
    int length = Math.max(cells.length, lengthFor(operation.index));
    // Every execution for which there is no memory comes here, so this takes no lock.
    if (aggregates.freeBytes() < bytes(length - cells.length) + aggregates.cellBytes(total)) {
      return null;
    }
    StackRoom.ensure();
    aggregates.lock.lock();
    try {
      ThreadCell cell = makeRoom(length) ? aggregates.newCell(this, operation, total) : null;
      if (cell != null) {
        cells[operation.index] = cell;
        used++;
      }
      return cell;
    } finally {
      aggregates.lock.unlock();
    }
  }

  private static int lengthFor(int index) {
    return Math.max(16, Integer.highestOneBit(index) << 1);
  }

  private boolean makeRoom(int length) {
    if (length == cells.length) {
      return true;
    }
    if (!aggregates.reserve(bytes(length - cells.length))) {
      return false;
    }
    cells = Arrays.copyOf(cells, length);
    return true;
  }

  private static long bytes(int references) {
    return (long) references * Long.BYTES;
  }

  /**
   * Removes a cell that its owner does not use any more, and returns the freed bytes. The caller
   * holds the lock of the aggregates.
   *
   * @return bytes released in addition to the cell's
   */
  long forget(ThreadCell cell) {
    cells[cell.operation.index] = null;
    used--;
    if (used > 0 || owner.isAlive()) {
      return 0;
    }
    long bytes = bytes(cells.length);
    cells = NONE;
    return bytes;
  }
}
