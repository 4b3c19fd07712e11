package dev.sluice.collectors;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowLayout;
import dev.sluice.collectors.threads.StackRoom;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;

/*
 * Positions count words since the stripe was made and never wrap; position & mask is an index. The
 * classes before Stripe only lay the fields out: 128 bytes (two cache lines, which are fetched in
 * pairs) lie between what producers write, what the pump writes, what producers read at each record,
 * and the next object, which may be the lock that the pump takes at each drain. The padding needs
 * classes of its own: within a class HotSpot puts the longs first. Nothing but longs goes before
 * it, for HotSpot fills what smaller fields leave open with those of subclasses. On JDK 17 and 25,
 * by JOL, with compressed references:
 *
 *     offset  12  words                                  of RowBuffer
 *             16  128 bytes of padding
 *            144  tail, cursor, limit
 *            168  128 bytes of padding
 *            296  head, drainCut
 *            312  128 bytes of padding
 *            440  mask, gate, consuming, settling, headers; of an owned stripe: end, fence, owner
 *                 128 bytes of padding
 */
abstract class StripeFront extends RowBuffer {
  long f00, f01, f02, f03, f04, f05, f06, f07, f08, f09, f10, f11, f12, f13, f14, f15;

  StripeFront(long[] words) {
    super(words);
  }
}

abstract class StripeProducer extends StripeFront {
  /** End of the rows that producers published (owned) or claimed (shared). */
  long tail;

  /**
   * End of the owner's last claim; differs from the tail between claim and commit, and after an
   * abort.
   */
  long cursor;

  /** Position up to which claims need not look at the head; beyond every position when closed. */
  long limit;

  StripeProducer(long[] words) {
    super(words);
  }
}

abstract class StripeGap extends StripeProducer {
  long g00, g01, g02, g03, g04, g05, g06, g07, g08, g09, g10, g11, g12, g13, g14, g15;

  StripeGap(long[] words) {
    super(words);
  }
}

abstract class StripeConsumer extends StripeGap {
  /** End of the rows that the pump has drained. */
  long head;

  /** Not 0 if the last drain ended because of {@link Stripe#isCut}. */
  long drainCut;

  StripeConsumer(long[] words) {
    super(words);
  }
}

abstract class StripeBack extends StripeConsumer {
  long b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;

  StripeBack(long[] words) {
    super(words);
  }
}

/** A ring of words with one consumer, the pump. Subclasses say who may produce. */
abstract class Stripe extends StripeBack {
  /** Result of a claim that found no room. */
  static final int FULL = -1;

  /** A row of so many words is never too long: a collector has no smaller stripes than 64 KiB. */
  private static final int SHORT_ROW = 8;

  static final VarHandle TAIL;
  static final VarHandle LIMIT;
  static final VarHandle CURSOR;
  static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle HEAD;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      TAIL = lookup.findVarHandle(Stripe.class, "tail", long.class);
      LIMIT = lookup.findVarHandle(Stripe.class, "limit", long.class);
      CURSOR = lookup.findVarHandle(Stripe.class, "cursor", long.class);
      HEAD = lookup.findVarHandle(Stripe.class, "head", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final int mask;
  final Gate gate;

  /**
   * Held by whoever takes rows out or walks over them: the pump, and an emitting thread that makes
   * room by giving up the oldest. It is tried by the latter, so that nobody waits for a pump that
   * stands still.
   */
  final ReentrantLock consuming = new ReentrantLock();

  /** Held to fix the last row, and by a commit after the closing to learn what was fixed. */
  final Object settling = new Object();

  /** Where the pump reads headers: {@link #words}, unless {@link #cut} left rows out. */
  long[] headers = words;

  /** A stripe of {@code capacity} words, a power of two. */
  Stripe(int capacity, Gate gate) {
    super(new long[capacity]);
    this.mask = capacity - 1;
    this.gate = gate;
  }

  /** Claims after a look at the pump's position, or {@link #FULL}. Producer side. */
  abstract int tryClaim(int count);

  /** End of what the pump may look at; each header there says whether its row is complete. */
  abstract long readable();

  /**
   * Whether a row is claimed and neither committed nor, as far as is known, given up. Pump only.
   */
  abstract boolean isClaimed();

  /**
   * Decides for good which rows the pump takes, some time after the closing: those that are
   * committed at the first call. A commit that comes later returns false. Pump only.
   */
  abstract void cut();

  /** Called by the pump before it releases the words between two positions to producers. */
  abstract void beforeRelease(long from, long to);

  /**
   * Whether a row is longer than an eighth of the stripe. The compiler knows the answer for a row
   * writer's constant, if that is short.
   */
  final boolean isTooLong(int count) {
    return count > SHORT_ROW && count > words.length >>> 3;
  }

  /** What a claim does that the fast path cannot; kept apart so that the fast path is inlined. */
  final int claimSlowly(int count) {
    if (isTooLong(count)) {
      return gate.refuse(DropCause.OVERSIZE);
    }
    int at = tryClaim(count);
    return at >= 0 ? at : gate.full(this, count);
  }

  /**
   * The position up to which rows may be claimed now. Crossing half of the ring wakes the pump, so
   * that it may sleep long while little happens.
   */
  final long limitFor(long end) {
    long from = (long) HEAD.getAcquire(this);
    if (end <= from + words.length / 2) {
      return from + words.length / 2;
    }
    gate.pressure();
    return from + words.length;
  }

  /** Whether so much waits that the pump must not sleep. Any thread. */
  final boolean isPressing() {
    return readable() - (long) HEAD.getAcquire(this) > words.length / 4;
  }

  /** End of what the pump has drained. Any thread. */
  final long drained() {
    return (long) HEAD.getAcquire(this);
  }

  /**
   * Moves complete rows to the batch, in order; a batch without rows takes one of any length. Pump
   * only.
   *
   * @param maxWords words the batch may have in the end, at most its capacity
   * @return rows moved; {@link #isCut} says whether the next row was too long
   */
  final int drain(RowBatch batch, int maxRows, int maxWords) {
    consuming.lock();
    try {
      return take(batch, maxRows, maxWords);
    } finally {
      consuming.unlock();
    }
  }

  private int take(RowBatch batch, int maxRows, int maxWords) {
    final long[] headers = this.headers;
    final long from = head;
    final long end = readable();
    long run = from;
    int runRows = 0;
    long at = from;
    int rows = 0;
    int room = maxWords - batch.length();
    boolean first = batch.rows() == 0;
    drainCut = 0;
    while (at < end && rows < maxRows) {
      final long header = (long) WORD.getAcquire(headers, (int) at & mask);
      final int state = RowLayout.state(header);
      final int length = RowLayout.words(header);
      if (state == RowLayout.CLAIMED && headers == words) {
        break;
      }
      if (state == RowLayout.COMMITTED) {
        if (length > room && !first) {
          drainCut = 1;
          break;
        }
        first = false;
        at += length;
        room -= length;
        rows++;
        runRows++;
      }
      if (state != RowLayout.COMMITTED || (at & mask) == 0) {
        append(batch, run, at, runRows);
        at += stepOver(state, length);
        run = at;
        runRows = 0;
      }
    }
    append(batch, run, at, runRows);
    if (at != from) {
      beforeRelease(from, at);
      HEAD.setRelease(this, at);
    }
    return rows;
  }

  /** Whether the last drain ended because the next row would have made the batch too long. */
  final boolean isCut() {
    return drainCut != 0;
  }

  /** Counts a row that its thread gave up; by how much to go on, if it is no row for the batch. */
  private int stepOver(int state, int length) {
    if (state == RowLayout.ABORTED) {
      gate.refuse(DropCause.ENCODE_ERROR);
    }
    return state == RowLayout.COMMITTED ? 0 : length;
  }

  private void append(RowBatch batch, long from, long to, int rows) {
    if (rows > 0) {
      batch.append(words, (int) from & mask, (int) (to - from), rows);
    }
  }

  /**
   * Gives up the oldest complete rows, about a quarter of the stripe, and counts them. Any thread
   * that found it full.
   *
   * @return whether there is more room now; if not, the pump is just draining, or the oldest row is
   *     still being written
   */
  final boolean evict() {
    StackRoom.ensure();
    if (!consuming.tryLock()) {
      return false;
    }
    try {
      return !gate.isClosed() && evictOldest();
    } finally {
      consuming.unlock();
    }
  }

  private boolean evictOldest() {
    final long from = head;
    final long end = Math.min(readable(), from + words.length / 4);
    long at = from;
    int rows = 0;
    while (at < end) {
      final long header = (long) WORD.getAcquire(words, (int) at & mask);
      final int state = RowLayout.state(header);
      if (state == RowLayout.CLAIMED) {
        break;
      }
      rows += state == RowLayout.COMMITTED ? 1 : 0;
      stepOver(state, 0);
      at += RowLayout.words(header);
    }
    if (at == from) {
      return false;
    }
    // Counted first: if the stack is too small for that, nothing has happened.
    gate.evicted(rows);
    beforeRelease(from, at);
    HEAD.setRelease(this, at);
    return true;
  }

  /** Complete rows that are not drained yet. Only while the pump stands still. */
  final long waitingRows() {
    consuming.lock();
    try {
      return countRows();
    } finally {
      consuming.unlock();
    }
  }

  private long countRows() {
    long rows = 0;
    long end = readable();
    for (long at = head; at < end; ) {
      long header = (long) WORD.getAcquire(headers, (int) at & mask);
      if (RowLayout.state(header) == RowLayout.CLAIMED && headers == words) {
        break;
      }
      rows += RowLayout.state(header) == RowLayout.COMMITTED ? 1 : 0;
      at += RowLayout.words(header);
    }
    return rows;
  }
}
