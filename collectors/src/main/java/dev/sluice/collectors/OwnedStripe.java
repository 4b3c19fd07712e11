package dev.sluice.collectors;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

abstract class StripeOwner extends Stripe {
  /** The live platform thread that may produce; only that thread can see itself here. */
  Thread owner;

  /** Position of the shared stripe at the adoption; the owner's rows before lie there. */
  long fence;

  /** End of the rows that the pump takes; fixed by {@link Stripe#cut()}. */
  long end = Long.MAX_VALUE;

  /** End of a row that was claimed at the cut and is counted as given up. */
  long givenUp;

  StripeOwner(int capacity, Gate gate) {
    super(capacity, gate);
  }
}

/**
 * A stripe with one producer, its owner. A claim writes nothing that the pump reads in passing; a
 * commit releases the tail. An aborted row is found by the owner's next claim: the cursor is then
 * ahead of the tail.
 */
final class OwnedStripe extends StripeOwner {
  private static final int LINE_WORDS = 8;
  private static final VarHandle OWNER;

  static {
    try {
      OWNER = MethodHandles.lookup().findVarHandle(OwnedStripe.class, "owner", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  long e00, e01, e02, e03, e04, e05, e06, e07, e08, e09, e10, e11, e12, e13, e14, e15;

  OwnedStripe(int capacity, Gate gate) {
    super(capacity, gate);
  }

  @Override
  public boolean isOwnedBy(Thread thread) {
    return owner == thread;
  }

  @Override
  public int claim(int count) {
    final long at = tail;
    if (isTooLong(count) || cursor != at || at + count > (long) LIMIT.getOpaque(this)) {
      return claimSlowly(count);
    }
    CURSOR.setOpaque(this, at + count);
    return (int) at & mask;
  }

  @Override
  public boolean commit(int index, long header) {
    words[index] = header;
    TAIL.setRelease(this, cursor);
    // A field and no method: no call may fail for want of stack now that the row is published.
    return !gate.closed || settle();
  }

  private boolean settle() {
    close(); // a claim may have put an older limit over that of the closing
    synchronized (settling) {
      // Before the cut, the monitor shows the tail to the cut; afterwards it shows the end here.
      boolean taken = cursor <= end;
      if (!taken && cursor > givenUp) {
        gate.refuse(DropCause.CLOSED);
      }
      return taken;
    }
  }

  @Override
  void cut() {
    synchronized (settling) {
      if (end != Long.MAX_VALUE) {
        return;
      }
      end = readable();
      givenUp = (long) CURSOR.getOpaque(this);
      if (givenUp > end) {
        gate.refuse(DropCause.ENCODE_ERROR);
      }
    }
  }

  @Override
  int tryClaim(int count) {
    if (gate.isClosed()) {
      return FULL; // and leaves the cursor alone, which closing looks at
    }
    if (cursor != tail) {
      stepOverAborted();
    }
    long at = tail;
    int toEnd = words.length - ((int) at & mask);
    int padding = toEnd < count ? toEnd : 0;
    long available = limitFor(at + padding + count);
    if (at + padding + count > available) {
      return FULL;
    }
    if (padding > 0) {
      words[(int) at & mask] = RowLayout.header(padding, 0, RowLayout.PADDING);
      at += padding;
      CURSOR.setOpaque(this, at);
      TAIL.setRelease(this, at);
    }
    CURSOR.setOpaque(this, at + count);
    // Never beyond the end of this lap, so that the fast path has one comparison for everything.
    LIMIT.setOpaque(this, Math.min(available, (at | mask) + 1));
    return (int) at & mask;
  }

  private void stepOverAborted() {
    words[(int) tail & mask] = RowLayout.header((int) (cursor - tail), 0, RowLayout.ABORTED);
    TAIL.setRelease(this, cursor);
  }

  @Override
  long readable() {
    return Math.min((long) TAIL.getAcquire(this), end);
  }

  @Override
  void beforeRelease(long from, long to) {
    // One store a cache line, so that the owner's cache loses the line. A line it still holds,
    // shared
    // with the pump, is upgraded at its next store one after the other; missing lines are fetched
    // side by side. RATIONALE.md has the figures.
    for (long at = from; at < to; at += LINE_WORDS) {
      words[(int) at & mask] = 0;
    }
  }

  /** Sends the owner's claims from now on to the gate. Any thread, after the gate was closed. */
  void close() {
    LIMIT.setOpaque(this, Long.MIN_VALUE);
  }

  @Override
  boolean isClaimed() {
    return (long) CURSOR.getOpaque(this) != (long) TAIL.getAcquire(this);
  }

  /** Makes the thread the owner of a stripe that has none. */
  boolean adopt(Thread thread) {
    return OWNER.compareAndSet(this, null, thread);
  }

  /** Says which rows in the shared stripe come before the first of the owner's. Owner only. */
  void fence(long position) {
    fence = position;
  }

  /** Position of the shared stripe up to which the pump must have drained it before this stripe. */
  long fence() {
    return fence;
  }

  /** Pump only: whether the owner is dead and all its rows are drained. */
  boolean isOrphaned() {
    Thread thread = (Thread) OWNER.getAcquire(this);
    if (thread == null || thread.isAlive()) {
      return false;
    }
    if (cursor != tail) {
      stepOverAborted();
    }
    return tail == head;
  }

  /**
   * The stripe has no owner from now on. By the pump if it is orphaned, or by an owner that never
   * emitted.
   */
  void disown() {
    OWNER.setRelease(this, null);
  }
}
