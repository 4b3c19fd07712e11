package dev.sluice.monitoring.probe;

import dev.sluice.collectors.threads.StackRoom;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/*
 * The classes before ThreadCell only lay the fields out: 64 bytes lie between what two owners write.
 */
abstract class ThreadCellFields extends DurationStats {
  /** Twice the number of executions ever added; odd while the owner writes. */
  long version;

  /** Highest version with which an add takes the fast path. Changed under the total's lock. */
  volatile long limit = ThreadCell.ASKED;

  /** Version up to which the executions were taken. Guarded by the total's lock. */
  long taken;

  /**
   * Sum at the version {@link #taken}, 0 if the cell was cleared since. Guarded by the total's
   * lock.
   */
  long takenSum;

  /** Number of exceptions at the version {@link #taken}, 0 if the cell was cleared since. */
  long takenExceptions;
}

/**
 * The executions of an operation by one thread that were not taken yet. The owner, one thread,
 * writes without a locked instruction; another thread may take the executions without stopping it.
 *
 * <p><b>Writing.</b> {@link #version} is odd while the owner changes the batch (a sequence lock).
 * Version odd happens before the batch's stores (store-store fence), these before version even
 * (release). A taker reads an even version (acquire), the batch, and the version again (load-load
 * fence): the same means that what it read belongs together. On x86 none of this is an instruction
 * of its own.
 *
 * <p><b>Taking.</b> Whoever wants the executions {@linkplain #ask asks}: the limit sinks, and the
 * owner's next add hands over, under the total's lock, all that there is. An owner that has nothing
 * to add for a while is idle; its batch is {@linkplain #take taken} from outside, by a copy. Only
 * the owner ever clears the batch, when its next add finds it taken; the limit stays low until
 * then. Number, sum and exceptions are taken as differences to what was taken before, so an add
 * that the taker does not see is in the next record.
 *
 * <p>The limit is read after version odd is written, so an owner that was suspended within an add
 * shows an odd version and is let alone. The memory model would allow the read to come before the
 * write for ever; a processor holds a store back for less than a microsecond, and the taker waits
 * for 2 ms between asking and taking. If it were to happen, the number, the sum and the exceptions
 * of the next record would still be right, its minimum, maximum and histogram would speak of the
 * executions before as well.
 */
final class ThreadCell extends ThreadCellFields {
  /** Value of {@link #limit} that makes the next add take the slow path. */
  static final long ASKED = Long.MIN_VALUE;

  /** Bytes that a cell counts for in the budget, without its histogram; an upper bound. */
  static final int BYTES = 256;

  /** Bytes that the buckets of metrics count for in the budget; an upper bound. */
  static final int BUCKET_BYTES = 192;

  private static final VarHandle VERSION;

  static {
    try {
      VERSION = MethodHandles.lookup().findVarHandle(ThreadCell.class, "version", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  long p0, p1, p2, p3, p4, p5, p6, p7;

  final ThreadAggregates home;
  final Operation operation;
  final SharedTotal total;

  ThreadCell(
      ThreadAggregates home, Operation operation, SharedTotal total, DurationHistogram histogram) {
    this.home = home;
    this.operation = operation;
    this.total = total;
    this.histogram = histogram;
    buckets = total.buckets == null ? null : new long[total.buckets.length];
  }

  /** Adds an execution from {@code tin} to {@code tout}. Called by the owner only. */
  void add(long tin, long tout, boolean failed) {
    // Not + 1: a stack overflow in code that is not yet compiled may have left the version odd.
    final long odd = version | 1;
    VERSION.setOpaque(this, odd);
    VarHandle.storeStoreFence();
    if (odd > limit) {
      VERSION.setRelease(this, odd - 1);
      addSlowly(odd - 1, tin, tout, failed);
      return;
    }
    include(tout - tin, failed);
    end = tout;
    VERSION.setRelease(this, odd + 1);
  }

  // The lock keeps takers away, so the version need not be odd meanwhile.
  private void addSlowly(long before, long tin, long tout, boolean failed) {
    StackRoom.ensure();
    total.lock.lock();
    try {
      if (before == taken) {
        restart(tin);
      }
      include(tout - tin, failed);
      end = tout;
      final long after = before + 2;
      final boolean asked = limit == ASKED && before != taken;
      final boolean full = after - taken >= 2L * total.calls();
      VERSION.setRelease(this, after);
      if (asked || full || total.isClosed()) {
        count = after - taken >> 1;
        sum -= takenSum;
        exceptions -= takenExceptions;
        taken = after;
        total.take(this);
        restart(tout);
      }
      limit = total.isClosed() ? ASKED : taken + 2L * (total.calls() - 1);
    } finally {
      total.lock.unlock();
    }
  }

  private void restart(long instant) {
    clear();
    takenSum = 0;
    takenExceptions = 0;
    start = instant;
  }

  /** Asks the owner to merge the cell. The caller holds the total's lock. */
  void ask() {
    limit = ASKED;
  }

  /** Returns whether the owner was within an add at the last check. Any thread. */
  boolean isBusy() {
    return ((long) VERSION.getAcquire(this) & 1) != 0;
  }

  /**
   * Returns whether there are executions that were not taken; unreliable without the total's lock.
   */
  boolean hasMore() {
    return ((long) VERSION.getAcquire(this) & ~1) != taken;
  }

  /**
   * Moves the executions that the owner did not merge to the total; does nothing while the owner is
   * within an add. The caller holds the total's lock.
   *
   * @param scratch overwritten
   * @param still whether the owner adds nothing any more, being dead or kept off; an add in the
   *     midst of which it is will not be taken
   */
  void take(DurationStats scratch, boolean still) {
    final long seen = (long) VERSION.getAcquire(this);
    final long even = seen & ~1;
    if (even == taken || !still && (even != seen || limit != ASKED)) {
      return;
    }
    copy(scratch);
    VarHandle.loadLoadFence();
    if ((long) VERSION.getOpaque(this) != seen) {
      return;
    }
    scratch.count = even - taken >> 1;
    taken = even;
    final long seenSum = scratch.sum;
    scratch.sum -= takenSum;
    takenSum = seenSum;
    final long seenExceptions = scratch.exceptions;
    scratch.exceptions -= takenExceptions;
    takenExceptions = seenExceptions;
    total.take(scratch);
  }

  private void copy(DurationStats scratch) {
    scratch.clear();
    scratch.sum = sum;
    scratch.exceptions = exceptions;
    scratch.min = min;
    scratch.max = max;
    scratch.start = start;
    scratch.end = end;
    if (buckets != null) {
      add(buckets, scratch.buckets);
    }
    if (histogram != null) {
      try {
        scratch.histogram.addAll(histogram);
      } catch (RuntimeException e) {
        // The owner was writing; the version has changed then.
      }
    }
  }
}
