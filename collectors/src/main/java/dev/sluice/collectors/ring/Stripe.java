package dev.sluice.collectors.ring;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowLayout;
import dev.sluice.collectors.threads.StackRoom;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A ring of words with one consumer, the pump; subclasses decide which threads may produce. A claim
 * that finds no room returns {@link #FULL}, and {@link RingSink} decides what happens then.
 *
 * <p>Rows and positions lie in one region. Positions count words since the stripe was made and
 * never wrap. At least 128 bytes (two cache lines, which are fetched in pairs) lie between rows,
 * what producers write, what the pump writes, and the next object:
 *
 * <pre>
 *       16 words   unused
 *        3 words   tail, cursor, limit    written by producers
 *       21 words   unused
 *        2 words   head, cut              written by the pump
 *       22 words   unused
 * mask + 1 words   rows
 *       16 words   unused
 * </pre>
 */
public abstract class Stripe extends RowBuffer {
  /** Result of a claim that found no room. */
  public static final int FULL = -1;

  /** Index of the end of the rows that producers published (owned) or claimed (shared). */
  static final int TAIL = 16;

  /**
   * Index of the end of the owner's last claim; differs from the tail between claim and commit, and
   * after a row was abandoned.
   */
  static final int CURSOR = 17;

  /** Index of the position up to which claims need not read the head. */
  static final int LIMIT = 18;

  /** Index of the end of the rows that the pump has drained. */
  private static final int HEAD = 40;

  /** Index of a word that is not 0 if the last drain ended because of {@link Stripe#isCut}. */
  private static final int CUT = 41;

  /** Index of the first row. */
  private static final int ROWS = 64;

  private static final int GAP_WORDS = 16;

  /**
   * Maximum length in words of a row that no stripe refuses: a collector has no smaller stripes
   * than 64 KiB.
   */
  private static final int SHORT_ROW = 8;

  /** Maximum length in words of a row in a large stripe: a text of 64 KiB fits. */
  private static final int MAX_ROW_WORDS = (128 << 10) / Long.BYTES;

  static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  final int mask;
  private final int longestRow;
  final RingState state;

  /**
   * Lock that is held while rows leave the stripe, by the pump or by a producer that discards the
   * oldest. The producer only tries it, so nobody waits for a pump that does not run.
   */
  final ReentrantLock consuming = new ReentrantLock();

  /**
   * Lock that is held to fix the last row, and by a commit after the closing to learn what was
   * fixed.
   */
  final Object settling = new Object();

  /** Array from which the pump reads headers: {@link #words}, unless {@link #cut} left rows out. */
  long[] headers = words;

  /**
   * Creates a stripe of {@code capacity} words, a power of two.
   *
   * @param longestRow words of a row at most: half of the capacity, or less
   * @param givenUp where producers mark rows that they give up
   */
  Stripe(int capacity, int longestRow, RingState state, boolean[] givenUp) {
    super(new long[ROWS + capacity + GAP_WORDS], givenUp);
    this.mask = capacity - 1;
    this.longestRow = longestRow;
    this.state = state;
  }

  /**
   * Claims words after it has read the pump's position; returns {@link #FULL} if there is no room.
   * Producer side.
   */
  abstract int claimSlowly(int count);

  /**
   * Returns whether the pump may drain the stripe before it has drained other stripes. Pump only.
   */
  boolean isReady() {
    return true;
  }

  /**
   * Returns the end of the rows that the pump may read; each header there contains whether its row
   * is complete.
   */
  abstract long readable();

  /**
   * Returns whether a row is claimed and neither committed nor known to be abandoned. Pump only.
   */
  abstract boolean isClaimed();

  /** Refuses later claims. Any thread, after the ring was marked as closed. */
  abstract void close();

  /**
   * Decides for good which rows the pump takes, some time after the closing: those that are
   * committed at the first call. A commit that comes later returns false. Pump only.
   */
  abstract void cut();

  /** Called by the pump before it releases the words between two positions to producers. */
  abstract void beforeRelease(long from, long to);

  /** Returns the header at a position, as the pump takes it. */
  long header(long at) {
    return (long) WORD.getAcquire(words, index(at));
  }

  final long opaque(int position) {
    return (long) WORD.getOpaque(words, position);
  }

  final void setOpaque(int position, long value) {
    WORD.setOpaque(words, position, value);
  }

  final long acquire(int position) {
    return (long) WORD.getAcquire(words, position);
  }

  final void release(int position, long value) {
    WORD.setRelease(words, position, value);
  }

  final int index(long position) {
    return ROWS + ((int) position & mask);
  }

  public final int capacity() {
    return mask + 1;
  }

  /**
   * Returns the length in words of the longest row in a stripe of {@code capacity} words: an
   * eighth, 128 KiB at most.
   */
  public static int longestRow(int capacity) {
    return Math.min(capacity >>> 3, MAX_ROW_WORDS);
  }

  /**
   * Returns whether a row is longer than the stripe ever takes. The JIT compiler computes the
   * answer for a row writer's constant, if that is short.
   */
  final boolean isTooLong(int count) {
    return count > SHORT_ROW && count > longestRow;
  }

  /**
   * Returns the position up to which rows may be claimed now. Crossing half of the ring wakes the
   * pump, so that it may sleep long while little happens.
   */
  final long limitFor(long end) {
    long from = drained();
    if (end <= from + capacity() / 2) {
      return from + capacity() / 2;
    }
    state.pressure.raise();
    return from + capacity();
  }

  /**
   * Returns whether more than a quarter of the stripe is waiting, so that the pump must not sleep.
   * Any thread.
   */
  final boolean isPressing() {
    return readable() - drained() > capacity() / 4;
  }

  /**
   * Returns the share of the stripe that waits, 0 to 1. Any thread: the head, read first, may have
   * moved since.
   */
  final double fill() {
    final long head = drained();
    return Math.min(1.0, (double) (readable() - head) / capacity());
  }

  /** Returns the end of the rows that the pump has drained. Any thread. */
  final long drained() {
    return acquire(HEAD);
  }

  /**
   * Returns whether the last drain ended because the next row would have made the batch too long.
   */
  final boolean isCut() {
    return words[CUT] != 0;
  }

  /**
   * Moves complete rows to the batch, in order; a batch without rows takes one of any length. Pump
   * only.
   *
   * @param maxWords words the batch may have in the end, at most its capacity
   * @return rows moved; {@link #isCut} says whether the next row was too long
   */
  public final int drain(RowBatch batch, int maxRows, int maxWords) {
    consuming.lock();
    try {
      return take(batch, maxRows, maxWords);
    } finally {
      consuming.unlock();
    }
  }

  private int take(RowBatch batch, int maxRows, int maxWords) {
    final long from = words[HEAD];
    final long end = readable();
    long run = from;
    int runRows = 0;
    long at = from;
    int rows = 0;
    int room = maxWords - batch.length();
    boolean first = batch.rows() == 0;
    long cut = 0;
    while (at < end && rows < maxRows) {
      final long header = header(at);
      final int state = RowLayout.state(header);
      final int length = RowLayout.words(header);
      if (state == RowLayout.CLAIMED && headers == words) {
        break;
      }
      if (state == RowLayout.COMMITTED) {
        if (length > room && !first) {
          cut = 1;
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
        at += stepOver(at, state, length);
        run = at;
        runRows = 0;
      }
    }
    append(batch, run, at, runRows);
    words[CUT] = cut;
    if (at != from) {
      beforeRelease(from, at);
      release(HEAD, at);
    }
    return rows;
  }

  /**
   * Counts an abandoned row; returns the number of words to skip if it is not a row for the batch.
   */
  private int stepOver(long at, int rowState, int length) {
    if (rowState == RowLayout.ABORTED) {
      givenUp[index(at) & givenUp.length - 1] = false;
      state.refused.add(DropCause.ENCODE_ERROR, 1);
    }
    return rowState == RowLayout.COMMITTED ? 0 : length;
  }

  private void append(RowBatch batch, long from, long to, int rows) {
    batch.append(words, index(from), (int) (to - from), rows);
  }

  /**
   * Discards the oldest complete rows, about a quarter of the stripe, and counts them as evicted,
   * unless there is room for a row. Any thread that found the stripe full. There is no more room
   * afterwards if the pump is just draining, or the oldest row is still being written.
   *
   * @param count words of the row
   */
  public final void discardOldest(int count) {
    StackRoom.ensure();
    if (!consuming.tryLock()) {
      return;
    }
    try {
      // Looked at under the lock: the pump may have drained since the thread found the stripe full,
      // and then the oldest rows are not old. A row may need padding of nearly its own length.
      boolean full = readable() + 2L * count > words[HEAD] + capacity();
      if (full && !state.closed) {
        discard();
      }
    } finally {
      consuming.unlock();
    }
  }

  private void discard() {
    final long from = words[HEAD];
    final long end = Math.min(readable(), from + capacity() / 4);
    long at = from;
    int rows = 0;
    while (at < end && RowLayout.state(header(at)) != RowLayout.CLAIMED) {
      final long header = header(at);
      rows += RowLayout.state(header) == RowLayout.COMMITTED ? 1 : 0;
      stepOver(at, RowLayout.state(header), 0);
      at += RowLayout.words(header);
    }
    if (at != from) {
      // Counted first: if the stack is too small for that, nothing has happened.
      state.refused.add(DropCause.EVICTED, rows);
      beforeRelease(from, at);
      release(HEAD, at);
    }
  }

  /** Returns the number of complete rows that are not drained yet. Any thread. */
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
    for (long at = drained(); at < end; ) {
      long header = header(at);
      if (RowLayout.state(header) == RowLayout.CLAIMED && headers == words) {
        break;
      }
      rows += RowLayout.state(header) == RowLayout.COMMITTED ? 1 : 0;
      at += RowLayout.words(header);
    }
    return rows;
  }
}
