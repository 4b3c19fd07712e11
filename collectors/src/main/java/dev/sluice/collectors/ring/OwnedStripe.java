package dev.sluice.collectors.ring;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A stripe with one producer, its owner. A claim writes nothing that the pump reads; a commit
 * releases the tail. An abandoned row is found by the owner's next claim: the cursor is then ahead
 * of the tail.
 */
public final class OwnedStripe extends Stripe {
  private static final int LINE_WORDS = 8;

  /**
   * Array for rows that are not marked when they are abandoned: the next claim finds them by
   * itself.
   */
  private static final boolean[] NOT_MARKED = new boolean[1];

  private static final VarHandle OWNER;

  static {
    try {
      OWNER = MethodHandles.lookup().findVarHandle(OwnedStripe.class, "owner", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Live platform thread that may produce; only that thread can find itself here. */
  Thread owner;

  /**
   * Stripe with the owner's rows before the adoption, and the position up to which these may reach.
   */
  private SharedStripe before;

  private long fence;

  /** End of the rows that the pump takes; fixed by {@link #cut}. Guarded by {@code settling}. */
  private long end = Long.MAX_VALUE;

  /** End of a row that was claimed at the cut and is counted as abandoned. */
  private long givenUp;

  /**
   * Creates a stripe of {@code capacity} words for rows of at most {@code longestRow}, half of it.
   */
  public OwnedStripe(int capacity, int longestRow, RingState state) {
    super(capacity, longestRow, state, NOT_MARKED);
  }

  @Override
  public boolean isOwnedBy(Thread thread) {
    return owner == thread;
  }

  @Override
  public int claim(int count) {
    final long at = words[TAIL];
    if (isTooLong(count)
        || words[CURSOR] != at
        || at + count > (long) WORD.getOpaque(words, LIMIT)) {
      return claimSlowly(count);
    }
    WORD.setOpaque(words, CURSOR, at + count);
    return index(at);
  }

  @Override
  public boolean commit(int index, long header) {
    // Not the cursor, which was stored just before: two positions to wait for at each record.
    final long end = words[TAIL] + RowLayout.words(header);
    words[index] = header;
    // Releases the row: the pump acquires the tail in readable().
    WORD.setRelease(words, TAIL, end);
    return !state.closed || settle();
  }

  boolean settle() {
    close(); // a claim may have put an older limit over that of the closing
    synchronized (settling) {
      // Before the cut, the monitor shows the tail to the cut; afterwards it shows the end here.
      long cursor = words[CURSOR];
      boolean taken = cursor <= end;
      if (!taken && cursor > givenUp) {
        state.refused.add(DropCause.CLOSED, 1);
      }
      return taken;
    }
  }

  @Override
  public void cut() {
    synchronized (settling) {
      if (end != Long.MAX_VALUE) {
        return;
      }
      end = readable();
      givenUp = opaque(CURSOR);
      if (givenUp > end) {
        state.refused.add(DropCause.ENCODE_ERROR, 1);
      }
    }
  }

  @Override
  int claimSlowly(int count) {
    if (isTooLong(count) || state.closed) {
      return FULL; // and leaves the cursor alone, which closing looks at
    }
    if (words[CURSOR] != words[TAIL]) {
      stepOverAborted();
    }
    long at = words[TAIL];
    int toEnd = capacity() - ((int) at & mask);
    int padding = toEnd < count ? toEnd : 0;
    long available = limitFor(at + padding + count);
    if (at + padding + count > available) {
      return FULL;
    }
    // Before the padding is released: a cut in between must find the row itself behind the tail. It
    // would take the padding alone for a row that was given up, and the row be counted once more.
    setOpaque(CURSOR, at + padding + count);
    if (padding > 0) {
      words[index(at)] = RowLayout.header(padding, 0, RowLayout.PADDING);
      at += padding;
      release(TAIL, at);
    }
    // Never beyond the end of this lap, so that the fast path has one comparison for everything.
    setOpaque(LIMIT, Math.min(available, (at | mask) + 1));
    return index(at);
  }

  private void stepOverAborted() {
    long tail = words[TAIL];
    long cursor = words[CURSOR];
    words[index(tail)] = RowLayout.header((int) (cursor - tail), 0, RowLayout.ABORTED);
    release(TAIL, cursor);
  }

  // Before the fence lie older rows of the same thread, in a shared stripe. The tail is read
  // first: with a row of an owner comes its fence.
  @Override
  boolean isReady() {
    return readable() != drained() && before.drained() >= fence;
  }

  @Override
  long readable() {
    return Math.min(acquire(TAIL), end);
  }

  @Override
  void beforeRelease(long from, long to) {
    // One store a cache line, so that the owner's cache loses the line. A line that it still holds,
    // shared with the pump, is upgraded at its next store one after the other; missing lines are
    // fetched side by side. RATIONALE.md has the figures.
    for (long at = from; at < to; at += LINE_WORDS) {
      words[index(at)] = 0;
    }
  }

  @Override
  void close() {
    setOpaque(LIMIT, 0);
  }

  @Override
  boolean isClaimed() {
    return opaque(CURSOR) != acquire(TAIL);
  }

  /** Makes the thread the owner of a stripe that has none. */
  boolean adopt(Thread thread) {
    return OWNER.compareAndSet(this, null, thread);
  }

  /** Sets the shared stripe that has the owner's rows before the adoption. Owner only. */
  void fence(SharedStripe shared) {
    before = shared;
    fence = shared.position();
  }

  /** Returns whether the owner is dead and all its rows are drained. Pump only. */
  boolean isOrphaned() {
    Thread thread = (Thread) OWNER.getAcquire(this);
    if (thread == null || thread.isAlive()) {
      return false;
    }
    if (words[CURSOR] != words[TAIL]) {
      stepOverAborted();
    }
    return words[TAIL] == drained();
  }

  /**
   * Removes the owner. Called by the pump if the stripe is orphaned, or by an owner that never
   * emitted.
   */
  void disown() {
    OWNER.setRelease(this, null);
  }
}
