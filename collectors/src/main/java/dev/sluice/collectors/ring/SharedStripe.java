package dev.sluice.collectors.ring;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A stripe for any number of producers, virtual threads included. A claim moves the tail with a CAS
 * against a limit, so a full ring can refuse; each row's header word is released last. Drained
 * words are zeroed, because a header of 0 means that nothing was claimed there yet.
 */
public final class SharedStripe extends Stripe {
  /** Number added to the tail on closing, so that every later claim is beyond every limit. */
  private static final long CLOSED = 1L << 62;

  private static final VarHandle MARK = MethodHandles.arrayElementVarHandle(boolean[].class);

  public SharedStripe(int capacity, RingState state) {
    super(capacity, longestRow(capacity), state, new boolean[capacity]);
  }

  @Override
  public boolean isOwnedBy(Thread thread) {
    return false;
  }

  @Override
  public int claim(int count) {
    if (!isTooLong(count)) {
      for (; ; ) {
        final long at = (long) WORD.getVolatile(words, TAIL);
        final int index = index(at);
        if (((int) at & mask) + count > mask + 1
            || at + count > (long) WORD.getAcquire(words, LIMIT)) {
          break;
        }
        if (WORD.compareAndSet(words, TAIL, at, at + count)) {
          // A header in state CLAIMED. No call may stand between the CAS and it: a call can
          // overflow the stack, and the pump would wait for this row for ever.
          words[index] = count | at << 32;
          if (!state.closed) {
            return index;
          }
          withdraw(index, count);
          break;
        }
      }
    }
    return claimSlowly(count);
  }

  @Override
  public boolean commit(int index, long header) {
    final long claimed = words[index];
    // Releases the row: the pump acquires the header.
    WORD.setRelease(words, index, header);
    return !state.closed || settle(index, claimed);
  }

  // A row that was given up keeps the header of its claim, so the mark is looked at only where the
  // pump would have to wait.
  @Override
  long header(long at) {
    final int index = index(at);
    final long header = (long) WORD.getAcquire(headers, index);
    return RowLayout.state(header) == RowLayout.CLAIMED
            && (boolean) MARK.getOpaque(givenUp, index & mask)
        ? RowLayout.header(RowLayout.words(header), 0, RowLayout.ABORTED)
        : header;
  }

  // The header of a claim holds its position, so it is no other row's that lay here before.
  boolean settle(int index, long claimed) {
    synchronized (settling) {
      // Before the cut, the monitor shows the row to the cut; afterwards it shows the headers here.
      boolean taken = headers == words || headers[index] != claimed;
      if (!taken) {
        state.refused.add(DropCause.CLOSED, 1);
      }
      return taken;
    }
  }

  /**
   * Takes back a claim that came with the closing, before anything is written to the row: so if the
   * cut finds no header, there are zeros up to the next one.
   */
  private void withdraw(int index, int count) {
    words[index] = RowLayout.header(count, 0, RowLayout.PADDING);
  }

  @Override
  void cut() {
    consuming.lock(); // who discards rows has seen before that the ring was open
    try {
      fixEnd();
    } finally {
      consuming.unlock();
    }
  }

  private void fixEnd() {
    synchronized (settling) {
      if (headers != words) {
        return;
      }
      final long end = position();
      long[] seen = words;
      for (long at = drained(); at < end; ) {
        long header = header(at);
        header = header == 0 ? gap(at, end) : header;
        if (RowLayout.state(header) == RowLayout.CLAIMED && seen == words) {
          seen = words.clone();
        }
        if (seen != words) {
          seen[index(at)] = header;
        }
        at += RowLayout.words(header);
      }
      headers = seen;
    }
  }

  /** Returns the number of words from a claim without a header to the next header. */
  private int gap(long from, long end) {
    int length = 1;
    while (from + length < end
        && length < RowLayout.MAX_WORDS
        && (long) WORD.getAcquire(words, index(from + length)) == 0) {
      length++;
    }
    return length;
  }

  @Override
  boolean isClaimed() {
    consuming.lock();
    try {
      return findClaimed();
    } finally {
      consuming.unlock();
    }
  }

  private boolean findClaimed() {
    final long end = position();
    for (long at = drained(); at < end; ) {
      long header = header(at);
      if (RowLayout.state(header) == RowLayout.CLAIMED) {
        return true;
      }
      at += RowLayout.words(header);
    }
    return false;
  }

  @Override
  int claimSlowly(int count) {
    while (!isTooLong(count)) {
      final long at = (long) WORD.getVolatile(words, TAIL);
      final int index = index(at);
      final int toEnd = capacity() - ((int) at & mask);
      final int padding = toEnd < count ? toEnd : 0;
      final long end = at + padding + count;
      final long available = limitFor(end);
      if (end > available) {
        return FULL;
      }
      // A thread that comes late may put an older limit here; that only sends claims to this
      // method. It is released here and acquired by claim: limitFor has acquired with the head that
      // the pump zeroed the words up to here, and that comes before any header that goes by it.
      release(LIMIT, available);
      final long paddingHeader = RowLayout.header(padding, 0, RowLayout.PADDING);
      if (WORD.compareAndSet(words, TAIL, at, end)) {
        final int row = padding > 0 ? index(0) : index;
        words[row] = count | at << 32;
        if (padding > 0) {
          words[index] = paddingHeader;
        }
        if (!state.closed) {
          return row;
        }
        withdraw(row, count);
        return FULL;
      }
    }
    return FULL;
  }

  @Override
  long readable() {
    return position();
  }

  @Override
  void beforeRelease(long from, long to) {
    if (headers != words) {
      return; // nobody claims any more, and who has claimed looks at its header again
    }
    int start = index(from);
    int end = index(to);
    if (start < end) {
      Arrays.fill(words, start, end, 0);
    } else {
      Arrays.fill(words, start, index(0) + capacity(), 0);
      Arrays.fill(words, index(0), end, 0);
    }
  }

  /** Returns the end of all claims so far. Any thread. */
  long position() {
    return (long) WORD.getVolatile(words, TAIL) & CLOSED - 1;
  }

  @Override
  void close() {
    WORD.getAndBitwiseOr(words, TAIL, CLOSED);
  }
}
